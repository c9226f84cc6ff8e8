/**
 * `robotstream test`: compares the verdicts of a robots.txt with a file of expectations.
 */
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext } from '../../../command-line/src/command.js';
import { EXIT, type ExitCode, InputError, UsageError } from '../../../command-line/src/exit.js';
import { formatOf, JSON_FORMAT_OPTION } from '../../../command-line/src/option-values.js';
import { print } from '../../../command-line/src/output.js';
import { styleFor } from '../../../command-line/src/terminal.js';
import { ownProfileOf } from '../caller.js';
import { ANSWER_KEYS } from '../check/answer-line.js';
import { type Input, inputOf, MAX_LIST_OCTETS, readOnce, wholeInput } from '../input.js';
import { noteNames } from '../meant-agents.js';
import { NETWORK_OPTIONS, sourceRequestOf } from '../network-options.js';
import { complain } from '../notes.js';
import { givenProfileOf, MAX_OCTETS_OPTION, profileOf, READING_OPTION, readingText } from '../options.js';
import { readRules, requireRulesFor } from '../robots-source.js';
import { type Expectation, outcomesOf, readExpectations } from './expectations.js';
import { FORMATS } from './formats.js';

const FORMAT_NAMES = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

export const testCommand: Command = {
  usage: [{ operands: 'FILE|URL|- EXPECTATIONS|-' }],
  about:
    'Tests a robots.txt: compares its verdicts with a file of expectations.\n' +
    'FILE is a robots.txt. For an http, https or ftp URL, the command fetches the robots.txt of its site. One of the two arguments may be -, standard input.',
  operandKinds: ['source', 'other'],
  options: {
    format: {
      value: 'F',
      choices: FORMAT_NAMES,
      help: `The format of the report: ${FORMAT_NAMES.join(', ')}. Default: ${FORMAT_NAMES[0]}.`,
    },
    ...JSON_FORMAT_OPTION,
    ...READING_OPTION,
    ...MAX_OCTETS_OPTION,
    ...NETWORK_OPTIONS,
  },
  sections: () => [
    [
      'output with --json',
      `{"name", "reading", "expectations": [{"agent", ${ANSWER_KEYS.map((key) => JSON.stringify(key)).join(', ')}, "explanation", "isMet", "expected": {"allowed", "line", "at"}}]}
The keys from url to reason are those of check --json. expected.line is the line that must decide, or null if any may; expected.at is the line of the expectation in its file. reading says by which profile the crawlers are judged.`,
    ],
    [
      'expectations',
      `Lines like those of a robots.txt:
  User-agent: Googlebot
  User-agent: GPTBot
  Allow: /private/press line 3   # the line that must decide
  Disallow: /private/
Each Allow or Disallow has one URL, or path that begins with "/". It is expected for every crawler of the User-agent lines above; a User-agent line after an expectation begins a new list. "Purpose: train" stands for the crawlers of the registry with that purpose: train, search, answer, user, archive, ads, seo, other. "line" and a number say which line of the robots.txt must decide; 0 is no rule. A comment begins with "#" at the start of a line or after white space. Each crawler is judged by itself, and one of the registry by its own tokens, fallbacks and profile. The file may have at most 256 MiB.`,
    ],
  ],
  exitCodes: {
    0: 'every expectation is met',
    1: 'an expectation is not met',
    2: 'wrong usage, a file that cannot be read, or a line that is not an expectation; then nothing is tested',
  },
  examples: [
    'robotstream test robots.txt robots.expected',
    'robotstream test https://example.com/ robots.expected --format tap',
    'robotstream test robots.txt robots.expected --profile google --format junit > report.xml',
  ],
  run,
};

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const format = FORMATS[formatOf(args, FORMAT_NAMES)];
  const { from, list } = filesOf(args);
  const request = sourceRequestOf(args, [from]);
  const input = inputOf(list, context);
  const { name } = input;
  const expectations = await readExpectationsOf(input, context);
  if (expectations === null) return EXIT.failure;

  const agents = [...new Set(expectations.map(({ agent }) => agent))];
  const given = givenProfileOf(args);
  noteNames(agents, context);
  const shared = profileOf(args, agents);
  const source = await readRules(from, { ...request, agents, profile: shared }, context);
  if (given === undefined) requireRulesFor(source, shared, agents.map(ownProfileOf));
  const outcomes = outcomesOf(expectations, source.document, given);
  const reading = readingText(agents, given);
  await print(context.stdout, format({ name, outcomes, reading, style: styleFor(context) }));
  return outcomes.every(({ isMet }) => isMet) ? EXIT.fine : EXIT.findings;
}

function filesOf(args: Arguments): { readonly from: string; readonly list: string } {
  const { positionals } = args;
  const [from, list, ...more] = positionals;
  if (from === undefined) throw new UsageError('no FILE is given');
  if (list === undefined) throw new UsageError('no EXPECTATIONS are given');
  if (more.length > 0) throw new UsageError(`two files are expected, not ${positionals.length}`);
  readOnce([from, list]);
  return { from, list };
}

/** How many mistakes are reported. */
const MAX_MISTAKES = 20;

/**
 * The expectations of a file; null if there is a mistake, which is reported.
 *
 * @throws {InputError} (rejects) if the file cannot be read, is too large, or has none
 */
export async function readExpectationsOf(
  input: Input,
  context: CommandContext,
): Promise<readonly Expectation[] | null> {
  const { name } = input;
  const { expectations, mistakes } = readExpectations((await wholeInput(input, MAX_LIST_OCTETS)).toString());
  for (const { line, column, message } of mistakes.slice(0, MAX_MISTAKES)) {
    complain(context, `${name}:${line}:${column}: ${message}`);
  }
  const left = mistakes.length - MAX_MISTAKES;
  if (left > 0) complain(context, `${name}: and ${left} more mistakes`);
  if (mistakes.length > 0) return null;
  if (expectations.length === 0) throw new InputError(`${name}: no expectation`);
  return expectations;
}
