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
package dev.tributary.cli;

import dev.tributary.errors.TributaryException;
import dev.tributary.run.Cancellation;
import dev.tributary.spec.Secrets;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command {@code tributary} with its subcommands. */
@Command(
    name = "tributary",
    description =
        "Moves Apache Iceberg and Delta Lake tables into an Iceberg lakehouse and keeps them in"
            + " step.",
    footer = {
      "",
      "Without a command the desktop app opens.",
      "",
      "Exit codes: 0 success or nothing to do; 2 usage or invalid spec; 3 a pre-flight error or a",
      "verification mismatch; 4 the run failed; 130 cancelled."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND")
final class Tributary implements Callable<Integer> {
  static final int SUCCESS = 0;
  static final int USAGE = 2;
  static final int MISMATCH = 3;
  static final int FAILED = 4;
  static final int CANCELLED = 130;

  private final Console console;
  private final Cancellation cancellation;

  @Spec private CommandSpec spec;

  Tributary(Console console, Cancellation cancellation) {
    this.console = console;
    this.cancellation = cancellation;
  }

  @Override
  public Integer call() {
    return new GuiCommand(console).call();
  }

  int execute(String[] args) {
    CommandLine commands =
        new CommandLine(this)
            .addSubcommand(new GuiCommand(console))
            .addSubcommand(new SampleCommand(console, cancellation))
            .addSubcommand(new HistoryCommand(console))
            .addSubcommand(new PreviewCommand(console))
            .addSubcommand(new PreflightCommand(console))
            .addSubcommand(new RunCommand(console, cancellation))
            .addSubcommand(new VerifyCommand(console))
            .addSubcommand(new MetricsCommand(console))
            .addSubcommand(new GenerateCommand(console))
            .addSubcommand(new AlterCommand(console))
            .addSubcommand(new UpgradeFormatCommand(console))
            .addSubcommand(new SchemaCommand(console))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setOut(new PrintWriter(console.out(), true))
            .setErr(new PrintWriter(console.err(), true))
            .setParameterExceptionHandler(this::usage)
            .setExecutionExceptionHandler(this::failure);
    try {
      return commands.execute(args);
    } catch (Error e) {
      // Out of memory, a broken installation: still one line and an exit code.
      return failure(e, List.of(args));
    }
  }

  private int usage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    console.note(
        String.format(
            "error: %s. See '%s --help'.", oneLine(e.getMessage()).replaceAll("[.]$", ""), name));
    if (List.of(args).contains("--json")) {
      console.document(Documents.error("spec", Secrets.redact(oneLine(e.getMessage()))));
    }
    return USAGE;
  }

  private int failure(Exception e, CommandLine command, ParseResult result) {
    List<String> args = result.originalArgs();
    return failure(e, args);
  }

  /** Errors come in one line; documents tell them too, so that a program need not read prose. */
  private int failure(Throwable e, List<String> args) {
    boolean debug = args.contains("--debug");
    int exitCode = FAILED;
    String area = "run";
    String message;
    if (e instanceof TributaryException known) {
      exitCode = known.exitCode();
      area = Documents.word(known.area());
      message = known.getMessage();
      console.note("error: " + oneLine(message));
    } else {
      message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      console.note(
          String.format(
              "error: unexpected %s: %s%s",
              e.getClass().getSimpleName(),
              oneLine(message),
              debug ? "" : " (repeat with --debug for the stack trace)"));
    }
    if (debug) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      console.note(trace.toString());
    }
    if (args.contains("--json")) {
      String text = Secrets.redact(oneLine(message));
      if (args.get(0).equals("run")) {
        console.line(Documents.runError(area, text));
      } else {
        console.document(Documents.error(area, text));
      }
    }
    return exitCode;
  }

  private static String oneLine(String message) {
    return message.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
