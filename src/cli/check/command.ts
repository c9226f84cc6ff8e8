/**
 * `robotstream check`: whether URLs may be fetched, and why.
 */
import { constants } from 'node:buffer';
import { ACCESS_REASONS } from '../../client/index.js';
import { VERDICT_REASONS } from '../../index.js';
import type { Arguments } from '../arguments.js';
import type { Command, CommandContext } from '../command.js';
import { type ExitCode, UsageError } from '../exit.js';
import { isUrlArgument } from '../input.js';
import { MAX_LINE_OCTETS } from '../lines.js';
import { NETWORK_OPTIONS, networkSettingsOf, refuseNetworkOptions } from '../network-options.js';
import {
  AGENT_OPTION,
  MAX_OCTETS_OPTION,
  maxOctetsOf,
  PROFILE_OPTION,
  profileOf,
  requiredAgents,
  wholeNumberOf,
} from '../options.js';
import { ANSWER_KEYS } from './answer-line.js';
import type { AskingCrawlers } from './asked.js';
import { runBatch } from './batch/pipeline.js';
import { BATCH_FAILURES } from './batch/result.js';
import { checkFile } from './check-file.js';
import { checkSites } from './check-sites.js';

const ANSWER = `{${['id', ...ANSWER_KEYS].map((key) => JSON.stringify(key)).join(', ')}}`;

/** Why there may be no file to judge by. The command overrides nothing. */
const REASONS_WITH_FILE = Object.entries(VERDICT_REASONS).filter(([reason]) => !(reason in ACCESS_REASONS));
const REASONS_WITHOUT_FILE = Object.entries(ACCESS_REASONS).filter(([reason]) => reason !== 'override');

export const checkCommand: Command = {
  usage: [
    'check FILE|- URL... --agent NAME... [--together] [--urls FILE|-] [--profile P] [--json] [--max-octets N]',
    'check URL... --agent NAME... [--together] [--urls FILE|-] [--profile P] [--json] [--max-octets N] [--user-agent STRING] [--cache FILE] [--timeout SECONDS]',
    'check --batch [--profile P] [--max-octets N] [--max-line-octets N]',
  ],
  about:
    'Judges URLs by a robots.txt: whether a crawler may fetch them, which line decides, and why.\n' +
    'FILE is a robots.txt; - is standard input. The URLs are then absolute, or paths that begin with "/".\n' +
    'If the first argument is an http, https or ftp URL, there is no FILE: each URL is judged by the robots.txt of its own site, which is fetched, through the proxy that HTTP_PROXY, HTTPS_PROXY or ALL_PROXY names unless NO_PROXY excepts the host.\n' +
    'With several --agent, each crawler is judged by itself, and the output is a table of crawlers and URLs. A crawler of the registry is judged by its own tokens and fallbacks.',
  options: {
    agent: {
      ...AGENT_OPTION,
      help: 'The crawler: its product token. Each of several is judged by itself. "*" is any crawler that no group names.',
    },
    together: {
      help: 'Treat all --agent as names of one crawler, which obeys the groups of all of them (RFC 9309 §2.2.1).',
    },
    urls: {
      value: 'FILE|-',
      help: 'Also judge the URLs of a list: one on each line; blank lines and lines that begin with # are skipped. Without other arguments, each URL is judged by the robots.txt of its own site.',
    },
    ...PROFILE_OPTION,
    json: { help: 'Print one JSON object per line for each URL.' },
    batch: { help: 'Answer questions from standard input, one JSON object per line.' },
    ...MAX_OCTETS_OPTION,
    'max-line-octets': {
      value: 'N',
      help: `With --batch: how long a line of input may be, in octets. Default: ${MAX_LINE_OCTETS} (16 MiB).`,
    },
    ...NETWORK_OPTIONS,
  },
  sections: [
    [
      'output with --json',
      `${ANSWER.replace('}', ', "explanation"}')}
The keys are those of --batch. id is the position of the URL among those given, from 1. With several crawlers, "agent" follows id, and each URL has a line for each of them. A URL that cannot be judged is reported on standard error only.
If the robots.txt was fetched, these keys follow: "access": the outcome of the last fetch, "success", "unavailable" or "unreachable"; "truncated": whether the file was cut at the parsing limit; "provenance": {"robotsUrl", "finalUrl", "redirects", "source", "outcome", "status", "fault", "faultMessage", "fetchedAt", "validatedAt", "ageMs", "freshness", "freshUntil", "refreshAt", "unreachableSince", "failures"}, times in milliseconds since 1970.`,
    ],
    ['reasons', REASONS_WITH_FILE],
    ['reasons if there is no file to judge by', REASONS_WITHOUT_FILE],
    [
      '--batch',
      `NDJSON in, NDJSON out, as a stream: in order, in bounded memory, each answer as soon as it is known.
in:   {"id", "body" | "bodyBase64", "status", "agents": [...], "each": [...], "url" | "urls": [...]}
out:  ${ANSWER}
or:   {"id", "error": {"code", "message"}}
Each URL gets one line, and so does a line that cannot be read; the rest continues. Blank lines are skipped. id is any JSON value and is returned unchanged; it is null if it is missing or unknown. body is text, read as UTF-8; bodyBase64 is octets. line, directive and pattern belong to the deciding rule: 0, null and null without one.
agents are the product tokens of one crawler; the groups of all of them are obeyed together. each are the product tokens of several crawlers, each judged by itself: each gets a line for each URL, with the key "agent" after "id", also in its error lines. Give agents, each or both; the lines of agents come first.
status is the HTTP status of the robots.txt after redirects: 2xx, 4xx or 5xx. By default the body is judged, as with 2xx. With 4xx or 5xx no body is needed, and one answer applies to every URL, with one of the reasons if there is no file to judge by.`,
    ],
    ['error codes of --batch', Object.entries(BATCH_FAILURES)],
  ],
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
    'robotstream check robots.txt --urls urls.txt --agent ExampleBot --json > answers.ndjson',
    'robotstream check --batch --profile google < questions.ndjson > answers.ndjson',
  ],
  run,
};

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const profile = profileOf(args);
  const maxOctets = maxOctetsOf(args);
  if (args.has('batch')) {
    refuseWithBatch(args);
    const maxLineOctets = wholeNumberOf(args, 'max-line-octets', constants.MAX_STRING_LENGTH);
    return runBatch({ profile, maxOctets, maxLineOctets }, context);
  }
  if (args.has('max-line-octets')) throw new UsageError('--max-line-octets needs --batch');
  const { positionals } = args;
  const [file, ...urls] = positionals;
  const list = args.one('urls');
  const asJson = args.has('json');
  if (file === undefined && list === undefined) throw new UsageError('no FILE and no URL is given');
  if (file === undefined || isUrlArgument(file)) {
    const asked = askingCrawlers(args);
    const { agents } = asked;
    const network = networkSettingsOf(args, agents);
    return checkSites(
      { ...network, urls: positionals, list, agents, asked, profile, maxOctets, asJson },
      context,
    );
  }
  refuseNetworkOptions(args, 'FILE, which is not fetched');
  if (urls.length === 0 && list === undefined) throw new UsageError('no URL is given');
  if (file === '-' && list === '-') throw new UsageError('FILE and --urls cannot both be standard input');
  return checkFile({ file, urls, list, asked: askingCrawlers(args), maxOctets, asJson }, context);
}

function askingCrawlers(args: Arguments): AskingCrawlers {
  return { agents: requiredAgents(args), together: args.has('together'), profile: profileOf(args) };
}

function refuseWithBatch(args: Arguments): void {
  if (args.positionals.length > 0) {
    throw new UsageError('--batch takes no FILE and no URL; they come from standard input');
  }
  if (args.has('agent')) {
    throw new UsageError('--batch takes no --agent; each line of standard input has its own');
  }
  for (const name of ['together', 'urls']) {
    if (args.has(name)) throw new UsageError(`--batch takes no --${name}`);
  }
  refuseNetworkOptions(args, '--batch, which fetches nothing');
}
