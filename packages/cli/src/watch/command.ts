/**
 * `robotstream watch`: reports what changed in the robots.txt of sites since the last run.
 */
import { robotsUrl } from 'robotstream';
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext } from '../../../command-line/src/command.js';
import {
  EXIT,
  type ExitCode,
  InputError,
  UsageError,
  untilInterrupted,
} from '../../../command-line/src/exit.js';
import { print } from '../../../command-line/src/output.js';
import { styleFor } from '../../../command-line/src/terminal.js';
import { inputOf, isFetchable, notAUrl, readOnce } from '../input.js';
import { ListProblems } from '../list-problems.js';
import { ASKING_OPTIONS, clientRequestOf, NETWORK_NAMES } from '../network-options.js';
import { complain } from '../notes.js';
import { type ListRequest, listedUrls } from '../opened-lists.js';
import { AGENT_OPTION, agentsOf, givenProfileOf, MAX_OCTETS_OPTION, READING_OPTION } from '../options.js';
import { readExpectationsOf } from '../test/command.js';
import { EVENT_KINDS } from './events.js';
import { MAX_HISTORY, MAX_SITES, STATES } from './records.js';
import { lookAtAll } from './run.js';
import { readStore } from './store-file.js';
import { historyText, isNews, watchedJson, watchedText } from './text.js';
import { webhookUrl } from './webhook.js';

export const watchCommand: Command = {
  usage: [
    { operands: '[URL...]', needs: ['store'], without: ['history'] },
    { operands: '[URL...]', needs: ['store', 'history'], takes: ['json'] },
  ],
  about:
    'Fetches the robots.txt of sites, compares each with the previous one, and says in words what opens and closes for which crawlers. Edits that crawlers do not notice, such as comments, white space and order, are not reported.\n' +
    'Run it from cron: the first run says what it saw; a later one prints nothing if nothing happened, unless standard output is a terminal.',
  operandKinds: ['url'],
  options: {
    store: { value: 'FILE', help: 'The file that keeps the last rules and the history. Created if needed.' },
    urls: {
      value: 'FILE|-|URL',
      help: 'Also watch the sites of a list of URLs, of any kind that check --urls reads.',
    },
    guard: {
      value: 'FILE',
      help: 'What must stay true at each site: a file of expectations, as for robotstream test. A URL is checked only on its own site.',
    },
    webhook: { value: 'URL', help: 'Post the events as JSON to this URL.' },
    agent: {
      ...AGENT_OPTION,
      help: 'A crawler to compare for: its product token. Default: every crawler that a version names, and "*".',
    },
    ...READING_OPTION,
    history: { help: 'Print the events that the store has. Nothing is fetched.' },
    json: { help: 'Print one JSON object per line: for each site, or with --history for each event.' },
    ...MAX_OCTETS_OPTION,
    ...ASKING_OPTIONS,
  },
  sections: () => [
    ['events', Object.entries(EVENT_KINDS)],
    ['states', Object.entries(STATES)],
    [
      'output with --json',
      `{"url", "state", "since", "isFirst", "broken", "events": [{"id", "url", "at", "kind", "title", "details"}]}
since is when the state began, in milliseconds since 1970; isFirst is true if the store had no record of the site; broken lists the expectations that are not met. The body of a webhook's request is {"source", "text", "events"}; text has all titles, as chats show it.`,
    ],
    [
      'webhook',
      `A request is tried three times within a few seconds. Events that are not accepted stay in the store, and are sent first by the next run with the same --webhook. An event that was accepted can come again if the process is killed at that moment: its id is the same.`,
    ],
    [
      'store',
      `The file keeps at most ${MAX_HISTORY} events of each site, and at most ${MAX_SITES.toLocaleString('en-US')} sites. It is replaced as a whole, and several runs may use it at once. The folder must allow new files.`,
    ],
  ],
  exitCodes: {
    0: 'nothing happened, every robots.txt can be fetched, and every expectation is met',
    1: 'something happened, a robots.txt is still unreachable or another kind of file, or an expectation is still not met',
    2: 'wrong usage, a store that cannot be used, or a webhook that did not accept the events',
  },
  examples: [
    'robotstream watch example.com shop.example.com --store robots.watch',
    'robotstream watch --urls sites.txt --store robots.watch --webhook https://hooks.example.com/',
    'robotstream watch example.com --store robots.watch --history',
  ],
  run,
};

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const file = args.one('store');
  if (file === undefined || file === '')
    throw new UsageError('no --store is given; it keeps the files to compare with');
  const asJson = args.has('json');
  if (args.has('history')) return printHistory(file, args, asJson, context);

  readOnce([...args.all('guard'), ...args.all('urls')]);
  const agents = agentsOf(args);
  const client = clientRequestOf(args, agents);
  const urls = await sitesOf(args, client, context);
  const webhook = args.one('webhook');
  const guard = args.one('guard');
  const guards = guard === undefined ? [] : await readExpectationsOf(inputOf(guard, context), context);
  if (guards === null) return EXIT.failure;
  const request = {
    file,
    urls,
    client,
    watching: { agents, profile: givenProfileOf(args), guards, now: Date.now },
    webhook: webhook === undefined ? null : webhookUrl(webhook),
  };
  const found = await untilInterrupted((signal) => lookAtAll(request, context, signal));
  const { stdout } = context;
  const texts = asJson ? watchedJson(found.sites) : watchedText(found.sites, stdout, styleFor(context));
  await print(stdout, texts);
  if (found.failure !== null) {
    complain(context, found.failure);
    return EXIT.failure;
  }
  return found.sites.some(isNews) ? EXIT.findings : EXIT.fine;
}

/**
 * The robots.txt of each site, once.
 *
 * @throws {UsageError | InputError} (rejects) if there is none, or one is no URL
 */
async function sitesOf(
  args: Arguments,
  request: ListRequest,
  context: CommandContext,
): Promise<readonly string[]> {
  const sites = new Set(args.positionals.map((url) => robotsUrlOf(url)));
  const list = args.one('urls');
  if (list !== undefined) {
    const problems = new ListProblems();
    for await (const { source, entries } of listedUrls(list, request, problems, context)) {
      for (const { url, line } of entries) sites.add(robotsUrlOf(url, `${source}:${line}: `));
    }
    if (problems.areLosses) throw new InputError([...problems.lines()].join('; '));
  }
  if (sites.size === 0) throw new UsageError('no URL is given');
  if (sites.size > MAX_SITES)
    throw new UsageError(`${sites.size} sites are given; ${MAX_SITES} are the most`);
  return [...sites];
}

function robotsUrlOf(url: string, place = ''): string {
  if (!isFetchable(url)) throw new InputError(place + notAUrl(url));
  return robotsUrl(url);
}

async function printHistory(
  file: string,
  args: Arguments,
  asJson: boolean,
  context: CommandContext,
): Promise<ExitCode> {
  const given = NETWORK_NAMES.concat('guard', 'webhook', 'agent', 'urls').find((name) => args.has(name));
  if (given !== undefined) throw new UsageError(`--${given} cannot be used with --history`);
  const wanted = args.positionals.map((url) => robotsUrlOf(url));
  const { sites } = await readStore(file);
  await print(context.stdout, historyText([...sites.values()], wanted, asJson, styleFor(context)));
  return EXIT.fine;
}
