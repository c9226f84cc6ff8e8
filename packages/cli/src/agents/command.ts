/**
 * `robotstream agents`: what a robots.txt lets each crawler do.
 */

import { parseSync, type RobotsDocument } from 'robotstream';
import {
  CRAWLER_SETS,
  type Crawler,
  type CrawlerAccess,
  type CrawlerSet,
  crawlerReport,
  crawlersNamedIn,
  crawlersOf,
  findCrawler,
} from 'robotstream/crawlers';
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext } from '../../../command-line/src/command.js';
import { EXIT, type ExitCode, UsageError } from '../../../command-line/src/exit.js';
import { choiceOf, positionalOf } from '../../../command-line/src/option-values.js';
import { print } from '../../../command-line/src/output.js';
import type { ReadingName } from '../../../command-line/src/reading-name.js';
import { count, jsonText, styleFor, visible } from '../../../command-line/src/terminal.js';
import { namesText, ownProfileOf } from '../caller.js';
import { widthOf } from '../code-frame.js';
import { groupedBy } from '../grouped-by.js';
import { kindOf } from '../kind-notice.js';
import { NETWORK_NAMES, NETWORK_OPTIONS, refuseNetworkOptions, sourceRequestOf } from '../network-options.js';
import { note } from '../notes.js';
import {
  AGENT_OPTION,
  agentsOf,
  givenProfileOf,
  MAX_OCTETS_OPTION,
  READING_OPTION,
  withoutRepeated,
} from '../options.js';
import { provenanceText } from '../provenance-text.js';
import { crawlersFor, PURPOSE_NAMES, PURPOSE_OPTION, purposeOf } from '../purpose-option.js';
import { type FetchedRobots, type RobotsSource, readRobots } from '../robots-source.js';
import { type ReadAnswer, readAgain } from '../status-readings.js';
import { type ReportView, registryText, reportText } from './report-text.js';
import { csvLines, REPORT_KEYS, reportRow } from './rows.js';

export const agentsCommand: Command = {
  usage: [
    { operands: 'FILE|-', without: NETWORK_NAMES },
    { operands: 'URL' },
    { takes: ['set', 'purpose', 'json'] },
  ],
  about:
    'Reports what each crawler may do: the group it obeys, whether it may fetch "/", how much of the site it may fetch, its Crawl-delay, and the usage preferences. The crawlers are those of the registry, and up to 100 others that the file names, fewer for a file above 160 KB.\n' +
    'FILE is a robots.txt; - is standard input. If the argument is an http, https or ftp URL, the command fetches the robots.txt of its site. Without an argument, it lists the registry.',
  operandKinds: ['source'],
  options: {
    set: {
      value: 'SET',
      choices: CRAWLER_SETS,
      help: `Which crawlers of the registry: ${CRAWLER_SETS.join(', ')}. Default: all.`,
    },
    purpose: {
      ...PURPOSE_OPTION,
      excludes: 'set',
      help: `Which crawlers of the registry, by what they collect pages for: ${PURPOSE_NAMES}.`,
    },
    agent: {
      ...AGENT_OPTION,
      help: 'Report on this crawler: a product token. It replaces the default crawlers; with --set or --purpose, it is added to the set.',
    },
    ...READING_OPTION,
    json: { help: 'Print one JSON object per line for each crawler.' },
    csv: { excludes: 'json', help: 'Print comma-separated values, with a line of headings.' },
    ...MAX_OCTETS_OPTION,
    ...NETWORK_OPTIONS,
  },
  sections: () => [
    [
      'who may train, search, answer',
      'The report begins with the purposes of the registry: how many of the crawlers with each purpose may fetch all of the site, some of it or none, and the names of those that may fetch none. Without --set, --purpose and --agent, registered crawlers that no group names share a line.',
    ],
    [
      'columns',
      [
        [
          'obeys',
          'the user-agent line that makes the crawler obey its group, with the name if it is not its own; "*" if no group names it',
        ],
        ['/', 'whether it may fetch /'],
        ['site', 'how much it may fetch: everything, something or nothing; unknown: deciding takes too long'],
        [
          'delay',
          'the Crawl-delay that the file asks of it; "ignored" if its operator says that it ignores the field, and a "?" if no page says whether it does',
        ],
        [
          'what / may be used for',
          'what Content-Usage and Content-Signal say to the crawlers of each group; categories that they do not mention are not shown',
        ],
      ],
    ],
    [
      'output with --json and --csv',
      `{${REPORT_KEYS.map((key) => JSON.stringify(key)).join(', ')}}
crawler is the product token; registered, operator, purposes and the last four are from the registry; "profile" is the one by which the crawler is judged; "robotsTxt" is "obeys", "ignores-for-users", "may-ignore" or "unknown", "crawlDelayPractice" is "honours", "ignores" or "unknown", and "unread" lists the facts without a source that could be read. selectedBy is "name", "wildcard" or "nothing"; agent is the token by which the group names the crawler. Lines are 0 where there is none. crawlDelay is what the file asks for, whether or not the crawler obeys it. site is "everything", "something", "nothing" or "unknown". contentUsage and contentSignal have "allowed", "disallowed" or "unknown" for each category, and are null, as licenses is, if the crawler may not fetch /. licenses are the values of the License lines for the crawler (RSL 1.0). JSON has "kind", too: what the file is if it is no robots.txt, such as "html", or else null.
Without FILE and URL, --json prints the registry's entries. If the site has no file to judge by, --json prints one object instead for all crawlers that read its status alike, {"access", "allowed", "reason", "explanation", "profiles", "crawlers"}, and --csv only the headings.`,
    ],
  ],
  exitCodes: {
    0: 'the report was printed, or the site has no robots.txt and everything is allowed',
    1: 'the robots.txt of the site is unreachable, so everything is disallowed for now, at least for one of the crawlers',
    2: 'wrong usage, or a file that cannot be read',
  },
  examples: [
    'robotstream agents robots.txt --set ai',
    'robotstream agents https://example.com/ --purpose train',
    'robotstream agents robots.txt --csv > agents.csv',
    'robotstream agents --set search',
  ],
  run,
};

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const format = args.has('json') ? 'json' : args.has('csv') ? 'csv' : 'text';
  const set = choiceOf<CrawlerSet>(args, 'set', CRAWLER_SETS);
  const agents = agentsOf(args);
  const from = positionalOf(args, 'FILE or URL');
  const purpose = purposeOf(args);
  const crawlers = purpose === undefined ? crawlersOf(set ?? 'all') : crawlersFor(purpose);
  if (from === undefined) return listRegistry(args, crawlers, context);

  const request = sourceRequestOf(args, [from]);
  const source = await readRobots(from, request, context);
  const document = source.document ?? parseSync('');
  const isShort = agents.length === 0 && set === undefined && purpose === undefined;
  const isOfSet = isShort || set !== undefined || purpose !== undefined;
  const others =
    agents.length > 0 || purpose !== undefined ? [] : otherNamesIn(document, request.profile, context);
  const ofSet = isOfSet ? crawlers.map(({ token }) => token) : [];
  const names = withoutRepeated([...agents, ...others, ...ofSet]);
  const given = givenProfileOf(args);
  if (source.document === null) {
    const fetched = source.fetched as FetchedRobots;
    const answers = sharedAnswers(names, (name) => {
      const profile = given ?? ownProfileOf(name);
      return { profile, ...readAgain(fetched, from, request.profile, profile) };
    });
    return printNoFile(answers, source.name, format, context);
  }
  const accesses = namedFirst(crawlerReport(document, names, { profile: given }));
  const rows = accesses.map(reportRow);
  const kind = kindOf(document);
  const view = { purposes: purpose ?? (isOfSet ? 'all' : 'none'), isShort } as const;
  await print(
    context.stdout,
    format === 'json'
      ? rows.map((row) => `${jsonText({ ...row, kind })}\n`)
      : format === 'csv'
        ? csvLines(rows)
        : textOf(accesses, source, view, context),
  );
  return EXIT.fine;
}

/** Those that the file names come first, then those that obey "*"; otherwise in the order given. */
function namedFirst(accesses: readonly CrawlerAccess[]): readonly CrawlerAccess[] {
  const order = ['name', 'wildcard', 'nothing'];
  return [...accesses].sort((a, b) => order.indexOf(a.selectedBy) - order.indexOf(b.selectedBy));
}

/** How many unregistered names it reports on: the work for each grows with the file. */
const MAX_OTHER_NAMES = 100;

/** How many octets are read for these names together: the file once for each. Files of up to 160 KB have all 100 names. */
const MAX_OCTETS_OF_NAMES = 16_000_000;

/** The unregistered names in a file; of many, the first. */
function otherNamesIn(
  document: RobotsDocument,
  profile: ReadingName,
  context: CommandContext,
): readonly string[] {
  const names = crawlersNamedIn([{ document, profile }]).filter((name) => findCrawler(name) === undefined);
  const most = Math.min(MAX_OTHER_NAMES, Math.ceil(MAX_OCTETS_OF_NAMES / (1 + document.size)));
  const left = names.length - most;
  if (left > 0) note(context, `${count(left, 'more name')} in the file; --agent reports on any of them`);
  return names.slice(0, most);
}

function* textOf(
  accesses: readonly CrawlerAccess[],
  { name, document, fetched }: RobotsSource,
  view: ReportView,
  context: CommandContext,
): Generator<string, void> {
  const style = styleFor(context);
  const truncated = document?.truncated ?? false;
  const cut = truncated ? ' (cut at the parsing limit)' : '';
  const heading = visible(`${name}, ${readings(accesses)}${cut}`);
  yield* reportText(accesses, heading, view, widthOf(context.stdout), style);
  if (fetched !== null) yield `\n${style.dim(provenanceText(fetched.provenance, truncated))}\n`;
}

/** By which profiles the crawlers are judged. */
function readings(accesses: readonly CrawlerAccess[]): string {
  const profiles = [...new Set(accesses.map(({ profile }) => profile))].sort().reverse();
  return profiles.length < 2
    ? `under ${profiles.join('') || 'rfc9309'}`
    : `each crawler as it reads it: ${profiles.join(', ')}`;
}

/** An answer for all crawlers that read a site's status alike. */
interface SharedAnswer extends ReadAnswer {
  /** The profiles by which they read. */
  readonly profiles: readonly ReadingName[];
  readonly crawlers: readonly string[];
}

/** What a site without a file to judge by means to crawlers: an answer for each way in which they read its status. */
function sharedAnswers(
  names: readonly string[],
  answerFor: (name: string) => ReadAnswer & { readonly profile: ReadingName },
): readonly SharedAnswer[] {
  const answers = names.map((name) => ({ name, ...answerFor(name) }));
  return Array.from(groupedBy(answers, ({ explanation }) => explanation).values(), (alike) => {
    const [{ name: _, profile: __, ...answer }] = alike;
    const profiles = [...new Set(alike.map(({ profile }) => profile))];
    return { ...answer, profiles, crawlers: alike.map(({ name }) => name) };
  });
}

/** A site without a file to judge by. */
async function printNoFile(
  answers: readonly SharedAnswer[],
  name: string,
  format: 'text' | 'json' | 'csv',
  context: CommandContext,
): Promise<ExitCode> {
  const style = styleFor(context);
  const lines = answers.map(({ allowed, explanation, crawlers, profiles }) => {
    const whose = answers.length === 1 ? '' : ` For ${namesText(crawlers)}, by ${profiles.join(', ')}.`;
    return { sentence: `${explanation}${whose}`, paint: allowed ? style.good : style.bad };
  });
  await print(
    context.stdout,
    format === 'json'
      ? answers.map((answer) => `${jsonText(answer)}\n`)
      : format === 'csv'
        ? csvLines([])
        : [
            `${style.bold(visible(name))}\n`,
            ...lines.map(({ sentence, paint }) => `${paint(visible(sentence))}\n`),
          ],
  );
  if (format === 'csv') for (const { sentence } of lines) note(context, sentence);
  return answers.every(({ allowed }) => allowed) ? EXIT.fine : EXIT.findings;
}

async function listRegistry(
  args: Arguments,
  crawlers: readonly Crawler[],
  context: CommandContext,
): Promise<ExitCode> {
  refuseNetworkOptions(args, 'no URL');
  const given = ['agent', 'profile', 'max-octets', 'csv'].find((name) => args.has(name));
  if (given !== undefined) throw new UsageError(`--${given} needs a FILE or a URL`);
  await print(
    context.stdout,
    args.has('json')
      ? crawlers.map((crawler) => `${jsonText(crawler)}\n`)
      : registryText(crawlers, widthOf(context.stdout), styleFor(context)),
  );
  return EXIT.fine;
}
