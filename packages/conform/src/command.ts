/**
 * The command: runs the conformance suite against any program.
 */
import type { Arguments } from '../../command-line/src/arguments.js';
import type { Command, CommandContext, HelpSection } from '../../command-line/src/command.js';
import { EXIT, type ExitCode, UsageError, untilInterrupted } from '../../command-line/src/exit.js';
import { isOneOfFour, PROFILE_NAMES } from '../../command-line/src/named-readers.js';
import { formatOf, JSON_FORMAT_OPTION, timeoutMsOf } from '../../command-line/src/option-values.js';
import { print } from '../../command-line/src/output.js';
import { count, styleFor, visible } from '../../command-line/src/terminal.js';
import { DISGUISE_OPTIONS, disguiseOf } from './disguise.js';
import { jsonReport } from './formats/json.js';
import { junitReport } from './formats/junit.js';
import { tapReport } from './formats/tap.js';
import { textReport } from './formats/text.js';
import type { PreparedSuite } from './kind.js';
import { type CommandLine, commandText } from './program/process.js';
import { machineTimers, type Timers } from './program/timers.js';
import { type Format, isFatal, outcomesOf, type Report } from './report.js';
import { demandedClasses, SELECTION_OPTIONS, type Selection, selectionOf } from './selection.js';

const DEFAULT_LIMIT_SECONDS = 10;
const DEFAULT_MAX_RESTARTS = 100;
const DEFAULT_FAILURES = 3;

/** How many complaints about the output are printed. */
const MAX_COMPLAINTS = 10;

/** The formats of the report; `undefined` for people. */
const FORMATS: { readonly [name in 'pretty' | 'tap' | 'junit' | 'json']: Format | undefined } = {
  pretty: undefined,
  tap: tapReport,
  junit: junitReport,
  json: jsonReport,
};

const FORMAT_NAMES = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

export const conformCommand: Command = {
  usage: [{ last: '-- COMMAND [ARGUMENT...]' }],
  about:
    'Runs the conformance suite for robots.txt against a program in any language: asks it each case, compares its verdicts with those that the documents demand, and prints a score by section and class.\n' +
    'COMMAND is started once, without a shell. It reads a question from each line of its standard input, prints an answer on one line for each, in any order, and ends when its input ends. An adapter of ten lines is enough; conformance/adapters has examples.',
  options: {
    ...SELECTION_OPTIONS,
    servers: {
      help: 'Ask the cases of servers in place of those of matching: a server on loopback plays the answers of a script, and the program is asked after each.',
    },
    lines: { help: 'The deciding line must be right, too. By default, only the verdict must be.' },
    ...DISGUISE_OPTIONS,
    suite: { value: 'FOLDER', help: 'The suite. Default: the one that comes with the command.' },
    failures: {
      value: 'N',
      help: `How many failed cases to show whole: file, crawler, URL, expected and given answer, and why. Default: ${DEFAULT_FAILURES}.`,
    },
    format: {
      value: 'F',
      choices: FORMAT_NAMES,
      help: `The format of the report: ${Object.keys(FORMATS).join(', ')}. Default: pretty.`,
    },
    ...JSON_FORMAT_OPTION,
    timeout: {
      value: 'SECONDS',
      help: `How long the program may neither answer nor read. Then it is ended and started again. Default: ${DEFAULT_LIMIT_SECONDS}.`,
    },
    restarts: {
      value: 'N',
      help: `How many times a program that crashes or hangs is started again. Default: ${DEFAULT_MAX_RESTARTS}.`,
    },
  },
  sections,
  exitCodes: {
    0: 'every case of the classes that must pass does; disputed cases never fail',
    1: 'a case fails that must pass',
    2: 'wrong usage, a suite that cannot be read, or a program that cannot be started or never answers',
  },
  examples: [
    'robotstream-conform -- python3 adapter.py',
    'robotstream-conform --class required,settled --failures 20 -- ./adapter --fast',
    'robotstream-conform --case rfc9309-2.2.1-combine-01 -- java -cp classes Adapter',
    'robotstream-conform --profile google --format junit -- ./adapter > report.xml',
    'robotstream-conform --profile python-3.11 -- python3 adapter.py',
    'robotstream-conform --lines -- robotstream check --batch',
  ],
  run: (args, context) => runConform(args, context, machineTimers),
};

function sections(): readonly HelpSection[] {
  return [
    [
      'questions and answers',
      `in:   {"id": 1, "case": "…", "body" | "bodyBase64": "…", "agents": ["ExampleBot"], "url": "https://…"}
out:  {"id": 1, "allowed": true, "line": 3}
or:   {"id": 1, "error": "…"}
One JSON object per line, in ASCII. body is the robots.txt as text, to be encoded as UTF-8; bodyBase64 is octets. agents are the product tokens of one crawler, nearly always one. line is the number of the deciding rule's line, 0 if none decides; leave it out if the program does not know it. Further keys are ignored, so "robotstream check --batch" is such a program. Standard error is for anything else.
With --servers, a question also has "crawler", a number that changes with each case; "now", the time of the script in seconds since 1970; "proxy", the URL of the proxy that reaches the servers; and "ca", a file with the certificate to trust. docs/conform.md describes them.`,
    ],
    [
      'classes',
      [
        ['required', 'the document of the profile says so plainly, or the reader decides so'],
        ['settled', 'the document is silent or unclear, and docs/semantics.md decides'],
        ['limits', 'the verdict depends on how many octets of a file or a line are read'],
        ['disputed', 'documents or their authors disagree: the report names the side that the program takes'],
      ],
    ],
  ];
}

/**
 * Runs the sub-command.
 *
 * @param timers tests pass their own
 */
export async function runConform(
  args: Arguments,
  context: CommandContext,
  timers: Timers,
): Promise<ExitCode> {
  const command = commandLineOf(args);
  const format = FORMATS[formatOf(args, FORMAT_NAMES)];
  const selection = selectionOf(args);
  const maxFailures = amountOf(args, 'failures') ?? DEFAULT_FAILURES;
  const limitMs = timeoutMsOf(args) ?? DEFAULT_LIMIT_SECONDS * 1000;
  const maxRestarts = amountOf(args, 'restarts') ?? DEFAULT_MAX_RESTARTS;
  const suite = await preparedSuite(args, selection);
  const withLines = args.has('lines');
  const complaints = new Complaints(command, context);
  const run = await untilInterrupted((signal) => {
    const onComplaint = (complaint: string): void => complaints.add(complaint);
    return suite.run(withLines, { command, limitMs, maxRestarts, timers, signal, onComplaint });
  });
  complaints.close();
  const report: Report = {
    suiteVersion: suite.version,
    profile: selection.profile,
    command,
    sections: run.sections,
    demanded: demandedClasses(selection),
    lines: run.lines,
    restarts: run.restarts,
    complaints: complaints.first,
  };
  const text =
    format === undefined
      ? textReport(report, { style: styleFor(context), maxFailures, shown: suite.shown })
      : format(report);
  await print(context.stdout, text);
  return outcomesOf(report).some((outcome) => isFatal(report, outcome)) ? EXIT.findings : EXIT.fine;
}

async function preparedSuite(args: Arguments, selection: Selection): Promise<PreparedSuite> {
  const folder = args.one('suite');
  if (!args.has('servers')) {
    const disguise = disguiseOf(args);
    return (await import('./matching.js')).prepareMatching(folder, selection, disguise);
  }
  for (const name of Object.keys(DISGUISE_OPTIONS)) {
    if (args.has(name)) throw new UsageError(`--servers takes no --${name}`);
  }
  if (!isOneOfFour(selection.profile)) {
    throw new UsageError(
      `--servers has no cases for ${selection.profile}; it has some for ${PROFILE_NAMES.join(', ')}`,
    );
  }
  return (await import('./servers/play.js')).prepareServers(folder, selection);
}

/** @throws {UsageError} if there is no program */
function commandLineOf({ positionals }: Arguments): CommandLine {
  const [program, ...args] = positionals;
  if (program === undefined) throw new UsageError('no COMMAND is given after --');
  return [program, ...args];
}

/**
 * @returns `undefined` if the option is not given
 * @throws {UsageError} if its value is not a whole number
 */
function amountOf(args: Arguments, name: string): number | undefined {
  const given = args.one(name);
  if (given === undefined) return undefined;
  const number = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new UsageError(`--${name} is ${JSON.stringify(given)}; a whole number, perhaps 0, is expected`);
}

/** What is wrong with the program's output. The first ones are printed at once. */
class Complaints {
  readonly first: string[] = [];
  #count = 0;
  readonly #prefix: string;
  readonly #stderr: CommandContext['stderr'];

  constructor(command: CommandLine, { stderr }: CommandContext) {
    this.#prefix = `robotstream-conform: ${visible(commandText(command))}: `;
    this.#stderr = stderr;
  }

  add(complaint: string): void {
    this.#count += 1;
    if (this.#count > MAX_COMPLAINTS) return;
    this.first.push(complaint);
    this.#stderr.write(`${this.#prefix}${visible(complaint)}\n`);
  }

  /** Says how many were not printed. */
  close(): void {
    const left = this.#count - this.first.length;
    if (left > 0) this.#stderr.write(`${this.#prefix}and ${count(left, 'more complaint')} of this kind\n`);
  }
}
