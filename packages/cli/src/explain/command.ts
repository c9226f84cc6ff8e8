/**
 * `robotstream explain`: how a verdict comes about, step by step.
 */
import { type Explanation, parseSync, robotsUrl, sameScope } from 'robotstream';
import { type PatternWords, patternWords } from 'robotstream/compare';
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext } from '../../../command-line/src/command.js';
import { EXIT, type ExitCode, UsageError } from '../../../command-line/src/exit.js';
import { print } from '../../../command-line/src/output.js';
import { jsonText, visible } from '../../../command-line/src/terminal.js';
import { questionLine } from '../answer-text.js';
import { matcherFor } from '../caller.js';
import { ANSWER_KEYS } from '../check/answer-line.js';
import { type FrameLayout, layoutOf } from '../code-frame.js';
import { notesFor } from '../crawler-notes.js';
import { aboutUrl, isFetchable, isUrlArgument, notAUrl } from '../input.js';
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
import { provenanceLines } from '../provenance-text.js';
import { type RobotsSource, readRobots } from '../robots-source.js';
import { explanationJson, STEP_KEYS } from './explanation-json.js';
import { explanationText, verdictText } from './explanation-text.js';

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
  const { document, fetched } = source;
  const judged = document ?? parseSync('');
  const explanation = aboutUrl(url, () => matcherFor(judged, agent, profile).explain(url));
  const { rule, allowed } = explanation.verdict;
  const words = rule === null ? null : patternWords(rule, profile);
  const answer = { ...source, explanation, words, notes: notesFor(judged, agent, profile) };
  const question = `${source.name} for ${agent}, ${readingText([agent], givenProfileOf(args))}`;
  await print(
    context.stdout,
    args.has('json')
      ? [`${jsonText(jsonOf(answer))}\n`]
      : textOf(answer, question, layoutOf(judged, context)),
  );
  return (document === null && fetched !== null ? fetched.allowed : allowed) ? EXIT.fine : EXIT.findings;
}

/** What is printed. */
interface Answer extends RobotsSource {
  readonly explanation: Explanation;
  /** The pattern of the deciding rule in words. */
  readonly words: PatternWords | null;
  readonly notes: readonly string[];
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

/** The explanation as text; without a file, only what that means. */
function* textOf(
  { document, fetched, explanation, words, notes }: Answer,
  question: string,
  layout: FrameLayout,
): Generator<string, void> {
  const { style } = layout;
  const truncated = document?.truncated ?? false;
  yield questionLine(question, truncated, style);
  if (document !== null) yield* explanationText(explanation, words, layout);
  else if (fetched !== null)
    yield verdictText(fetched.allowed, explanation.url.given, fetched.explanation, layout);
  if (fetched !== null) yield `\n${provenanceLines(fetched.provenance, truncated, style).join('\n')}\n`;
  if (notes.length > 0) yield '\n';
  for (const note of notes) yield `${style.warning(visible(note))}\n`;
}

function jsonOf({ document, fetched, explanation, words, notes }: Answer): object {
  const steps = explanationJson(explanation, words, notes);
  const kind = document === null ? null : kindOf(document);
  if (fetched === null) return kind === null ? steps : { ...steps, kind };
  const { provenance, allowed, reason, explanation: sentence } = fetched;
  const truncated = document?.truncated ?? false;
  const ruling = document === null ? { allowed, reason, explanation: sentence } : {};
  return { ...steps, ...ruling, access: provenance.outcome, truncated, kind, provenance };
}
