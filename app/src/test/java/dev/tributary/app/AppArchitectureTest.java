/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License
 * is distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express
 * or implied. See the License for the specific language governing permissions and limitations under
 * the License.
 */
package dev.tributary.app;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.concurrent.Executor;
import javafx.application.Platform;

@AnalyzeClasses(
    packages = "dev.tributary.app",
    importOptions = ImportOption.DoNotIncludeTests.class)
class AppArchitectureTest {

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("dev.tributary.app.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule viewModelsKnowNoControls =
      noClasses()
          .that()
          .haveNameMatching(".*ViewModel(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "javafx.scene..", "javafx.stage..", "org.controlsfx..", "org.kordamp..");

  @ArchTest
  static final ArchRule onlyTheTaskPackageMakesThreads =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.tributary.app.task")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(Thread.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Executor.class)
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(Platform.class);

  /** Pieces of the app get the services they need; only the root of all wires them. */
  @ArchTest
  static final ArchRule nothingDependsOnTheCompositionRoot =
      noClasses()
          .that()
          .resideInAPackage("dev.tributary.app.*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.tributary.app");

  /** The facades and the values they speak in; how tables are read and written stays inside. */
  @ArchTest
  static final ArchRule theEngineIsUsedThroughItsFacades =
      classes()
          .that()
          .resideInAPackage("dev.tributary.app..")
          .should()
          .onlyDependOnClassesThat(
              resideOutsideOfPackages("dev.tributary..")
                  .or(resideInAPackage("dev.tributary.app.."))
                  .or(
                      resideInAnyPackage(
                          "dev.tributary.changes",
                          "dev.tributary.cli",
                          "dev.tributary.errors",
                          "dev.tributary.generate",
                          "dev.tributary.history",
                          "dev.tributary.keys",
                          "dev.tributary.mapping",
                          "dev.tributary.metrics",
                          "dev.tributary.migration",
                          "dev.tributary.preflight",
                          "dev.tributary.preview",
                          "dev.tributary.rows",
                          "dev.tributary.run",
                          "dev.tributary.sample",
                          "dev.tributary.source",
                          "dev.tributary.spec",
                          "dev.tributary.target",
                          "dev.tributary.verify")));
}
