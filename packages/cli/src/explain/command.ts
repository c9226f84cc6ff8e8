/**
 * `robotstream explain`: how a verdict comes about, step by step.
 */
import { type Explanation, PROFILES, parseSync, robotsUrl, sameScope } from 'robotstream';
import { type PatternWords, patternWords } from 'robotstream/compare';
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext } from '../../../command-line/src/command.js';
import { EXIT, type ExitCode, InputError, UsageError } from '../../../command-line/src/exit.js';
import { isOneOfFour } from '../../../command-line/src/named-readers.js';
import { print } from '../../../command-line/src/output.js';
import type { ReadingName } from '../../../command-line/src/reading-name.js';
import { jsonText, styleFor, visible } from '../../../command-line/src/terminal.js';
import { matcherFor } from '../caller.js';
import { ANSWER_KEYS } from '../check/answer-line.js';
import { textWidthOf } from '../code-frame.js';
import { notesFor } from '../crawler-notes.js';
import { ACCEPTED_URL, isFetchable, isUrlArgument, notAUrl } from '../input.js';
import { kindOf } from '../kind-notice.js';
import { NETWORK_NAMES, NETWORK_OPTIONS, sourceRequestOf } from '../network-options.js';
import {
  givenProfileOf,
  MAX_OCTETS_OPTION,
  ONE_AGENT_OPTION,
  oneAgentOf,
  profileOf,
  READING_OPTION,
  readingText,
} from '../options.js';
import { provenanceText } from '../provenance-text.js';
import { type RobotsSource, readRobots } from '../robots-source.js';
import { explanationJson, STEP_KEYS } from './explanation-json.js';
import { explanationText, type RuleOrder, verdictText } from './explanation-text.js';

const ANSWER = `{${[...ANSWER_KEYS, ...STEP_KEYS].map((key) => JSON.stringify(key)).join(', ')}}`;

export const explainCommand: Command = {
  usage: [
    { operands: 'FILE|- URL', without: ['readers', ...NETWORK_NAMES] },
    { operands: 'URL [PATH]', without: ['readers'] },
    { operands: 'FILE|-|URL [URL...]', needs: ['readers'], without: ['profile'] },
  ],
  about:
    'Explains a verdict step by step: which user-agent lines name the crawler and why the others do not, what the URL becomes before it is compared, every rule that matches, and the lines of the file that decide.\n' +
    'FILE is a robots.txt; - is standard input. URL is absolute, or a path that begins with a single "/". If the first argument is an http, https or ftp URL, the robots.txt of its site is fetched; PATH is then another path or URL of the site.',
  operandKinds: ['source', 'url'],
  options: {
    ...ONE_AGENT_OPTION,
    ...READING_OPTION,
    readers: {
      help: 'Show how profiles, programs and services judge each URL, which line decides, and why it is unlike RFC 9309. Those that differ come first.',
    },
    all: {
      needs: 'readers',
      help: 'With --readers: for the whole file, the lines that some readers read otherwise, with a URL for each. The URLs are made from the patterns.',
    },
    json: { help: 'Print one JSON object; with --readers, one for each URL.' },
    ...MAX_OCTETS_OPTION,
    ...NETWORK_OPTIONS,
  },
  sections: async () => [
    [
      'output with --json',
      `${ANSWER}
The first keys are those of check --json. "agentLines" has each user-agent line with "reason" and "explanation"; "groups" the lines of the groups that apply; "compared" is the path and query as patterns are compared with it, and "changes" what differs from the URL; "rules" are those that match, in order of precedence, with "octets", the length that counts; "words" says what the deciding pattern matches, {"words", "matching", "near"}, with paths that match and paths that nearly match, or null; "notes" is what the registry says about the crawler that the verdict does not show. If the robots.txt was fetched, "access", "truncated", "kind" and "provenance" follow, as in check --json. If a file on the command line is no robots.txt, "kind" says what it is.`,
    ],
    ['output with --readers --json', (await import('./readers/show.js')).READERS_OUTPUT],
  ],
  exitCodes: {
    0: 'the URL is allowed; with --readers: all readers judge as RFC 9309 does',
    1: 'the URL is disallowed, also because the robots.txt of its site is unreachable; with --readers: a reader judges a URL otherwise, or may, because the search of --all ended at its limit',
    2: 'wrong usage, a file that cannot be read, or a URL that cannot be judged',
  },
  examples: [
    'robotstream explain robots.txt /private/ --agent ExampleBot',
    'robotstream explain https://example.com/private/ --agent ExampleBot/2.1',
    'curl -s https://example.com/robots.txt | robotstream explain - / --agent Googlebot',
    'robotstream explain robots.txt /a.pdf --readers',
    'robotstream explain robots.txt --readers --all',
  ],
  run,
};

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  if (args.has('readers')) {
    if (args.has('profile')) throw new UsageError('--readers takes no --profile: it shows them all');
    const { showReaders } = await import('./readers/show.js');
    return showReaders(args, context);
  }
  const { from, url } = questionOf(args);
  const agent = oneAgentOf(args, context);
  const profile = profileOf(args, [agent]);
  const request = { ...sourceRequestOf(args, [from], [agent]), profile };
  const source = await readRobots(from, request, context, url);
  const { name, document, fetched } = source;
  const explanation = explained(
    () => matcherFor(document ?? parseSync(''), agent, profile).explain(url),
    url,
  );
  const { allowed } = document === null && fetched !== null ? fetched : explanation.verdict;
  const notes = notesFor(document ?? parseSync(''), agent, profile);
  if (args.has('json')) {
    await print(context.stdout, [
      `${jsonText(jsonOf(source, explanation, wordsOf(explanation, profile), notes))}\n`,
    ]);
  } else {
    const style = styleFor(context);
    const heading = `${name} for ${agent}, ${readingText([agent], givenProfileOf(args))}`;
    await print(context.stdout, [
      `${style.dim(visible(heading))}${document?.truncated ? style.warning(' (cut at the parsing limit)') : ''}\n`,
      ...stepsOf(source, explanation, orderUnder(profile), wordsOf(explanation, profile), context),
      ...(notes.length === 0
        ? []
        : [`\n${notes.map((note) => `${style.warning(visible(note))}\n`).join('')}`]),
    ]);
  }
  return allowed ? EXIT.fine : EXIT.findings;
}

/**
 * Where the robots.txt is, and the URL to explain.
 *
 * @throws {UsageError} if they are missing, or belong to different sites
 */
function questionOf({ positionals }: Arguments): { readonly from: string; readonly url: string } {
  const [from, given, ...more] = positionals;
  if (from === undefined) throw new UsageError('no FILE and no URL is given');
  if (more.length > 0) throw new UsageError(`one URL is expected, not ${positionals.length - 1}`);
  if (!isUrlArgument(from)) {
    if (given === undefined) throw new UsageError('no URL is given');
    return { from, url: given };
  }
  if (given === undefined) return { from, url: from };
  if (!isFetchable(from)) throw new UsageError(notAUrl(from));
  if (/^\/(?!\/)/.test(given)) return { from, url: new URL(from).origin + given };
  if (isFetchable(given) && sameScope(robotsUrl(from), given)) return { from, url: given };
  throw new UsageError(
    `${JSON.stringify(given)} is neither a path that begins with a single "/" nor a URL of the site of ${from}`,
  );
}

function explained(explain: () => Explanation, url: string): Explanation {
  try {
    return explain();
  } catch (error) {
    if (error instanceof TypeError) throw new InputError(notAUrl(url, ACCEPTED_URL), { cause: error });
    throw error;
  }
}

/** In which order an explanation under a profile lists rules. */
function orderUnder(profile: ReadingName): RuleOrder {
  return isOneOfFour(profile) ? PROFILES[profile].rules.precedence : 'deciding';
}

/** The pattern of the deciding rule in words. */
function wordsOf({ verdict: { rule } }: Explanation, profile: ReadingName): PatternWords | null {
  return rule === null ? null : patternWords(rule, profile);
}

/** The explanation as text; without a file, only what that means. */
function* stepsOf(
  { document, fetched }: RobotsSource,
  explanation: Explanation,
  order: RuleOrder,
  words: PatternWords | null,
  { stdout, env }: CommandContext,
): Generator<string, void> {
  const style = styleFor({ stdout, env });
  const width = textWidthOf(stdout);
  if (document !== null) {
    const layout = { gutter: String(document.lineCount).length, width, style };
    yield* explanationText(explanation, document.octets, order, words, layout);
  } else if (fetched !== null) {
    yield verdictText(fetched.allowed, explanation.url.given, fetched.explanation, { style, width });
  }
  if (fetched === null) return;
  const { provenance } = fetched;
  yield `\n${style.dim(provenanceText(provenance, document?.truncated ?? false))}\n`;
  if (provenance.faultMessage !== null) yield `${style.warning(visible(provenance.faultMessage))}\n`;
}

function jsonOf(
  { document, fetched }: RobotsSource,
  explanation: Explanation,
  words: PatternWords | null,
  notes: readonly string[],
): object {
  const steps = explanationJson(explanation, words, notes);
  const kind = document === null ? null : kindOf(document);
  if (fetched === null) return kind === null ? steps : { ...steps, kind };
  const { provenance, allowed, reason, explanation: sentence } = fetched;
  const access = {
    access: provenance.outcome,
    truncated: document?.truncated ?? false,
    kind,
    provenance,
  };
  return document === null
    ? { ...steps, allowed, reason, explanation: sentence, ...access }
    : { ...steps, ...access };
}
