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
package dev.tributary;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the engine's parts may know of each other and of the world. */
@AnalyzeClasses(packages = "dev.tributary", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("dev.tributary.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule theEngineKnowsNoWindow =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("javafx..", "dev.tributary.app..", "java.awt..", "javax.swing..");

  @ArchTest
  static final ArchRule errorsKnowNothing =
      classes()
          .that()
          .resideInAPackage("dev.tributary.errors..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("dev.tributary.errors..", "java..");

  @ArchTest
  static final ArchRule theSpecKnowsErrorsOnly =
      noClasses()
          .that()
          .resideInAPackage("dev.tributary.spec..")
          .should()
          .dependOnClassesThat(
              describe(
                  "are other parts of the engine",
                  type ->
                      type.getPackageName().startsWith("dev.tributary")
                          && !type.getPackageName().startsWith("dev.tributary.errors")
                          && !type.getPackageName().startsWith("dev.tributary.spec")));

  /** The model that both formats and both ends share does not know who reads or writes. */
  @ArchTest
  static final ArchRule theModelKnowsNoImplementation =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.tributary.changes..",
              "dev.tributary.history..",
              "dev.tributary.rows..",
              "dev.tributary.source..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.tributary.catalog..",
              "dev.tributary.delta..",
              "dev.tributary.iceberg..",
              "dev.tributary.migration..",
              "dev.tributary.pipeline..",
              "dev.tributary.run..",
              "dev.tributary.target..");

  @ArchTest
  static final ArchRule sourcesAndTargetsDoNotKnowEachOther =
      noClasses()
          .that()
          .resideInAnyPackage("dev.tributary.delta..", "dev.tributary.iceberg..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.tributary.target..", "dev.tributary.pipeline..");

  @ArchTest
  static final ArchRule nothingKnowsTheCommandLine =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.tributary.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.tributary.cli..");

  @ArchTest
  static final ArchRule onlyTheCommandLineKnowsItsLibrariesAndTheConsole =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.tributary.cli..")
          .should(ACCESS_STANDARD_STREAMS)
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");

  @ArchTest
  static final ArchRule logsGoThroughSlf4j =
      noClasses()
          .that()
          .haveNameNotMatching("dev\\.tributary\\.cli\\.Redacted.*")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.util.logging..",
              "ch.qos.logback..",
              "org.apache.log4j..",
              "org.apache.logging..",
              "org.apache.commons.logging..");
}
