/**
 * `robotstream check`: whether URLs may be fetched, and why.
 */
import { constants } from 'node:buffer';
import { VERDICT_REASONS } from 'robotstream';
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext, HelpSection } from '../../../command-line/src/command.js';
import { type ExitCode, UsageError } from '../../../command-line/src/exit.js';
import { MAX_LINE_OCTETS } from '../../../command-line/src/lines.js';
import { wholeNumberOf } from '../../../command-line/src/option-values.js';
import { isFetchable, isUrlArgument, readOnce } from '../input.js';
import { clientRequestOf, NETWORK_NAMES, NETWORK_OPTIONS, refuseNetworkOptions } from '../network-options.js';
import {
  AGENT_OPTION,
  askedAgents,
  givenProfileOf,
  MAX_OCTETS_OPTION,
  maxOctetsOf,
  profileOf,
  READING_OPTION,
} from '../options.js';
import { ANSWER_KEYS } from './answer-line.js';
import { checkFile } from './check-file.js';
import { report } from './report.js';

const ANSWER = `{${['id', ...ANSWER_KEYS].map((key) => JSON.stringify(key)).join(', ')}}`;

export const checkCommand: Command = {
  usage: [
    { operands: 'FILE|- URL...', without: ['batch', ...NETWORK_NAMES] },
    { operands: 'URL [URL...]', without: ['batch'] },
    { operands: '[FILE|-]', needs: ['urls'], without: ['batch'] },
    { needs: ['batch'], takes: ['profile', 'max-octets', 'max-line-octets'] },
  ],
  about:
    'Judges URLs by a robots.txt: whether a crawler may fetch them, which line decides, and why.\n' +
    'FILE is a robots.txt; - is standard input. The URLs are then absolute, or paths that begin with "/".\n' +
    'If the first argument is an http, https or ftp URL, there is no FILE: each URL is judged by the robots.txt of its own site, which is fetched. Before paths, it stands for their site alone. Fetching goes through the proxy that HTTP_PROXY, HTTPS_PROXY or ALL_PROXY names unless NO_PROXY excepts the host.\n' +
    'With several --agent, each crawler is judged by itself, and the output is a table of crawlers and URLs. A crawler of the registry is judged by its own tokens, fallbacks and profile, which also decides what the status of a site means.',
  operandKinds: ['source', 'url'],
  options: {
    agent: {
      ...AGENT_OPTION,
      help: 'The crawler: its product token. Each of several is judged by itself. Default: "*", any crawler that no group names.',
    },
    together: {
      help: 'Treat all --agent as names of one crawler, which obeys the groups of all of them (RFC 9309 §2.2.1).',
    },
    urls: {
      value: 'FILE|-|URL',
      help: 'Also judge the URLs of a list, and say which line blocks how many. A list is a sitemap or an index of sitemaps, which are fetched; a CSV table of a crawler, with a column Address, URL or the like; or one URL on each line. It may be compressed by gzip. Without other arguments, each URL is judged by the robots.txt of its own site.',
    },
    csv: {
      needs: 'urls',
      excludes: 'json',
      help: 'With --urls: print comma-separated values, a line for each URL and crawler.',
    },
    blocked: { needs: 'urls', help: 'With --urls and --csv or --json: print only what is disallowed.' },
    ...READING_OPTION,
    json: { help: 'Print one JSON object per line for each URL.' },
    batch: { help: 'Answer questions from standard input, one JSON object per line.' },
    ...MAX_OCTETS_OPTION,
    'max-line-octets': {
      value: 'N',
      needs: 'batch',
      help: `With --batch: how long a line of input may be, in bytes. Default: ${MAX_LINE_OCTETS} (16 MiB).`,
    },
    ...NETWORK_OPTIONS,
  },
  sections,
  exitCodes: {
    0: 'every URL is allowed; with --batch: every line and URL was answered, whatever the answer',
    1: 'a URL is disallowed, also because the robots.txt of its site is unreachable; never with --batch',
    2: 'wrong usage, a file that cannot be read, or a URL that cannot be judged (the others are judged); with --batch: there was an error line',
  },
  examples: [
    'robotstream check robots.txt /private/ https://example.com/ --agent ExampleBot',
    'robotstream check https://example.com/private/ --agent ExampleBot/2.1 --cache robots.sqlite',
    'curl -s https://example.com/robots.txt | robotstream check - / --agent Googlebot --profile google',
    'robotstream check robots.txt / /search --agent Googlebot --agent GPTBot --agent "*"',
    'robotstream check robots.txt --urls crawl.csv --agent Googlebot',
    'robotstream check --urls https://example.com/sitemap.xml --agent Googlebot --csv > urls.csv',
    'robotstream check --batch --profile google < questions.ndjson > answers.ndjson',
  ],
  run,
};

/** The formats of the output, the reasons and the error codes. */
async function sections(): Promise<readonly HelpSection[]> {
  const { ACCESS_REASONS } = await import('@robotstream/client');
  const { BATCH_FAILURES } = await import('./batch/result.js');
  const ofFile = Object.entries(VERDICT_REASONS).filter(([reason]) => !(reason in ACCESS_REASONS));
  const withoutFile = Object.entries(ACCESS_REASONS);
  return [
    [
      'output with --json',
      `${ANSWER.replace('}', ', "explanation"}')}
The keys are those of --batch. id is the position of the URL among those given, from 1. With several crawlers, "agent" follows id, and each URL has a line for each of them. A URL that cannot be judged is reported on standard error only.
If a file on the command line is no robots.txt, "kind" says what it is.
If the robots.txt was fetched, these keys follow: "access": the outcome of the last fetch, "success", "unavailable" or "unreachable"; "truncated": whether the file was cut at the parsing limit; "kind": what the file is if it is no robots.txt, such as "html", "gzip" or "utf-16le", else null; "provenance": {"robotsUrl", "finalUrl", "redirects", "source", "outcome", "status", "fault", "faultMessage", "fetchedAt", "validatedAt", "ageMs", "freshness", "freshUntil", "refreshAt", "unreachableSince", "failures"}, times in milliseconds since 1970.`,
    ],
    ['reasons', ofFile],
    ['reasons if there is no file to judge by', withoutFile],
    [
      '--batch',
      `NDJSON in, NDJSON out, as a stream: in order, in bounded memory, each answer as soon as it is known.
in:   {"id", "body" | "bodyBase64", "status", "agents": [...], "each": [...], "crawlers": [...], "url" | "urls": [...]}
out:  ${ANSWER}
or:   {"id", "error": {"code", "message"}}
"kind" follows "reason" if the body is no robots.txt: what it is, such as "html" or "gzip".
Each URL gets one line, and so does a line that cannot be read; the rest continues. Blank lines are skipped. id is any JSON value and is returned unchanged; it is null if it is missing or unknown. body is text, read as UTF-8; bodyBase64 is octets. line, directive and pattern belong to the deciding rule: 0, null and null without one.
agents are the product tokens of one crawler; the groups of all of them are obeyed together. each are the product tokens of several crawlers, each judged by itself: each gets a line for each URL, with the key "agent" after "id", also in its error lines. crawlers are names of the registry, each judged by itself, by its own tokens and fallbacks and, unless --profile names another, its profile, which is the key "profile" after "agent". Give any of the three; the lines of agents come first, then those of each.
status is the HTTP status of the robots.txt after redirects: 2xx, 4xx or 5xx. By default the body is judged, as with 2xx. With 4xx or 5xx no body is needed, and one answer applies to every URL, with one of the reasons if there is no file to judge by.`,
    ],
    ['error codes of --batch', Object.entries(BATCH_FAILURES)],
  ];
}

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  if (args.has('batch')) {
    refuseWithBatch(args);
    const maxLineOctets = wholeNumberOf(args, 'max-line-octets', constants.MAX_STRING_LENGTH);
    const { runBatch } = await import('./batch/pipeline.js');
    return runBatch({ profile: givenProfileOf(args), maxOctets: maxOctetsOf(args), maxLineOctets }, context);
  }
  const { positionals } = args;
  const [file, ...urls] = positionals;
  const list = args.one('urls');
  const isOfSites = file === undefined || isUrlArgument(file);
  if (file === undefined && list === undefined) throw new UsageError('no FILE and no URL is given');
  if (!isOfSites) {
    if (list === undefined || !isUrlArgument(list)) refuseNetworkOptions(args);
    if (urls.length === 0 && list === undefined) throw new UsageError('no URL is given');
    readOnce([file, ...args.all('urls')]);
  }
  const format = args.has('json') ? 'json' : args.has('csv') ? 'csv' : 'text';
  const onlyBlocked = args.has('blocked');
  if (onlyBlocked && format === 'text') throw new UsageError('--blocked needs --csv or --json');
  const agents = askedAgents(args, context);
  const asked = { agents, together: args.has('together'), profile: givenProfileOf(args) };
  const common = { asked, list, format, onlyBlocked } as const;
  const reporter = list === undefined ? report : (await import('./list/check-list.js')).checkList;
  if (isOfSites) {
    const profile = profileOf(args, asked.together ? [] : agents);
    const request = { ...clientRequestOf(args, agents), profile };
    const { checkSites } = await import('./check-sites.js');
    return checkSites({ ...common, urls: urlsOf(positionals), request }, reporter, context);
  }
  // A name need not be valid in a header, because only a list is fetched.
  const request = clientRequestOf(args, [], list !== undefined);
  return checkFile(file, { ...common, urls, request }, reporter, context);
}

/** The URLs that are asked about. Before paths, the first stands for their site. */
function urlsOf(given: readonly string[]): readonly string[] {
  const [site = '', ...others] = given;
  if (!isFetchable(site) || !others.some((url) => url.startsWith('/'))) return given;
  return others.map((url) => (/^\/(?!\/)/.test(url) ? new URL(site).origin + url : url));
}

function refuseWithBatch(args: Arguments): void {
  if (args.positionals.length > 0) {
    throw new UsageError('--batch takes no FILE and no URL; they come from standard input');
  }
  const given = ['agent', 'together', 'urls'].find((name) => args.has(name));
  if (given !== undefined) {
    throw new UsageError(`--batch takes no --${given}; each line of standard input has its own`);
  }
  refuseNetworkOptions(args, '--batch, which fetches nothing');
}
