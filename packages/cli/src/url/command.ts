/**
 * `robotstream url`: everything that governs a URL for a crawler.
 */
import { type AboutUrl, CONTRADICTIONS, type RobotsClient } from '@robotstream/client';
import type { MatcherOptions } from 'robotstream';
import { callerNamed, urlOrNull } from 'robotstream/crawlers/internal';
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
import type { ReadingName } from '../../../command-line/src/reading-name.js';
import { jsonText, styleFor } from '../../../command-line/src/terminal.js';
import { textWidthOf, widthOf } from '../code-frame.js';
import { inOrder } from '../in-order.js';
import { notAUrl } from '../input.js';
import { ListProblems, urlProblem } from '../list-problems.js';
import { clientRequestOf, NETWORK_OPTIONS } from '../network-options.js';
import { complain } from '../notes.js';
import { listedUrls } from '../opened-lists.js';
import { givenProfileOf, ONE_AGENT_OPTION, oneAgentOf, READING_OPTION, readingText } from '../options.js';
import { withClient } from '../with-client.js';
import { pageText } from './page-text.js';
import { headingLine, urlLine } from './table-text.js';

const ACCEPTED = 'an absolute http or https URL';

export const urlCommand: Command = {
  usage: [{ operands: 'URL...' }, { operands: '[URL...]', needs: ['urls'] }],
  about:
    'Shows everything that governs a URL for a crawler: the rules of robots.txt, redirects and status, X-Robots-Tag and meta robots, the canonical URL, Content-Usage and Content-Signal, licenses (RSL 1.0) and TDMRep, each with its date and what decides, and where they contradict each other. Several URLs make a table.\n' +
    'A page that the rules refuse is not fetched, unless --ignore-rules is given. What is not stated is unknown. A preference says what a publisher asks for, not what the law is.',
  operandKinds: ['url'],
  options: {
    ...ONE_AGENT_OPTION,
    ...READING_OPTION,
    urls: {
      value: 'FILE|-|URL',
      help: 'Also ask about the URLs of a list, of any kind that check --urls reads, such as a sitemap.',
    },
    'ignore-rules': {
      help: 'Fetch pages that the rules refuse, too, and do not wait between requests: only for sites of your own.',
    },
    json: { help: 'Print one JSON object per line for each URL.' },
    ...NETWORK_OPTIONS,
  },
  sections: () => [
    ['contradictions', Object.entries(CONTRADICTIONS)],
    [
      'output with --json',
      `{"url", "robots": {"url", "allowed", "reason", "deferred", "rule", "line", "explanation", "validatedAt", "status", "fault"}, "page": {"status", "finalUrl", "redirects", "fetchedAt", "lastModified", "contentType", "fault", "faultMessage", "directives", "canonical", "isCanonicalAllowed"}, "usage": {"contentUsage", "contentSignal"}, "licenses": [{"source", "line", "value", "url", "finalUrl", "status", "fetchedAt", "lastModified", "file", "fault", "faultMessage", "uses"}], "licensesOfOthers", "tdm": {"reservation", "policy", "source", "statements", "file"}, "contradictions": [{"code", "message"}]}
Times are milliseconds since 1970. A fault says why something was not fetched or read. directives is null if the page was not read, and contentUsage and contentSignal are null if the crawler may not fetch it. What is unknown is "unknown" or null. It is what client.about of @robotstream/client gives: docs/who-may.md.`,
    ],
  ],
  exitCodes: {
    0: 'nothing contradicts itself',
    1: 'there is a contradiction',
    2: 'wrong usage, or a URL or a list that cannot be read (the others are)',
  },
  examples: [
    'robotstream url https://example.com/news/1 --agent GPTBot',
    'robotstream url https://example.com/draft --ignore-rules',
    'robotstream url --urls https://example.com/sitemap.xml --agent Googlebot --json > urls.ndjson',
  ],
  run,
};

/** The client of a crawler: a registered one finds its groups by all of its names, and reads as the registry says. */
function clientFor(client: RobotsClient, agent: string, profile: ReadingName | undefined): RobotsClient {
  const caller = callerNamed(agent);
  const isPlain = typeof caller === 'string' || Array.isArray(caller);
  return client.as({ ...(isPlain ? { agents: caller } : caller), profile } as MatcherOptions);
}

/** How many URLs are in progress at once. Those of one host wait for their turns. */
const MAX_CONCURRENT = 16;

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const { positionals } = args;
  const list = args.one('urls');
  if (positionals.length === 0 && list === undefined) throw new UsageError('no URL is given');
  const wrong = positionals.find((url) => !isHttpUrl(url));
  if (wrong !== undefined) throw new InputError(notAUrl(wrong, ACCEPTED));
  const agent = oneAgentOf(args, context);
  const request = clientRequestOf(args, [agent]);
  const profile = givenProfileOf(args);
  const heading = readingText([agent], profile);
  const ignoreRules = args.has('ignore-rules');
  const problems = new ListProblems();
  let code: ExitCode = EXIT.fine;
  const style = styleFor(context);
  const isPage = list === undefined && positionals.length === 1;

  function textOf(about: AboutUrl): string {
    if (args.has('json')) return `${jsonText(about)}\n`;
    if (!isPage) return urlLine(about, context.stdout.columns ?? Infinity, style);
    return pageText(about, { agent, heading, width: textWidthOf(context.stdout) }, style);
  }

  /** The URLs, and where they are from. */
  async function* askedUrls(signal: AbortSignal) {
    for (const url of positionals) yield { url, place: '', isInSitemap: false };
    if (list === undefined) return;
    for await (const { source, entries, isSitemap } of listedUrls(list, request, problems, context, signal)) {
      for (const { url, line } of entries)
        yield { url, place: `${source}:${line}: `, isInSitemap: isSitemap };
    }
  }

  async function* texts(client: RobotsClient, signal: AbortSignal): AsyncGenerator<string, void> {
    let hasHeading = isPage || args.has('json');
    const abouts = inOrder(askedUrls(signal), MAX_CONCURRENT, async ({ url, place, isInSitemap }) => {
      if (!isHttpUrl(url)) {
        problems.add(urlProblem(url), () => `${place}${notAUrl(url, ACCEPTED)}`);
        return 'no URL';
      }
      return client.about(url, { signal, ignoreRules, isInSitemap });
    });
    for await (const about of abouts) {
      if (about === 'no URL') continue;
      if (about.contradictions.length > 0) code = EXIT.findings;
      if (!hasHeading) yield headingLine(widthOf(context.stdout), style);
      hasHeading = true;
      yield textOf(about);
    }
  }

  await untilInterrupted((signal) =>
    withClient(request, context, (client) =>
      print(context.stdout, texts(clientFor(client, agent, profile), signal)),
    ),
  );
  for (const line of problems.lines()) complain(context, line);
  return problems.areLosses ? EXIT.failure : code;
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && urlOrNull(text) !== null;
}
