/**
 * `robotstream inspect`: the inspector, a page in the browser.
 */
import { once } from 'node:events';
import type { AddressPolicy } from '@robotstream/client';
import { CRAWLERS } from 'robotstream/crawlers';
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext } from '../../../command-line/src/command.js';
import { type ExitCode, InputError, untilInterrupted } from '../../../command-line/src/exit.js';
import { loadReaders, profileNamed } from '../../../command-line/src/named-readers.js';
import { positionalOf, wholeNumberOf } from '../../../command-line/src/option-values.js';
import { print } from '../../../command-line/src/output.js';
import type { ReadingName } from '../../../command-line/src/reading-name.js';
import { inputOf, isFetchable, isUrlArgument, notAUrl } from '../input.js';
import { ASKING_OPTIONS, type ClientRequest, clientRequestOf } from '../network-options.js';
import { AGENT_OPTION, agentsOf, DEFAULT_PROFILE, givenProfileOf, READING_OPTION } from '../options.js';
import { fetchSource } from '../robots-source.js';
import { readAgain } from '../status-readings.js';
import type { FetchSite } from './fetch-endpoint.js';
import { foundAtSite, foundInFile } from './found.js';
import type { FoundMessage, OpeningMessage } from './messages.js';
import { openBrowser } from './open-browser.js';
import { readPage } from './page.js';
import { serveInspector } from './server.js';

const MAX_PORT = 65_535;

export const inspectCommand: Command = {
  usage: [{ operands: '[FILE|-|URL]' }],
  about:
    'Serves a page for the browser that helps you write a robots.txt and shows what each crawler may fetch, and why. Prints the address of the page. The page is served on 127.0.0.1 until Ctrl+C ends the command. Nothing that you type leaves the machine, except a request to a site whose robots.txt you ask for.\n' +
    'The page opens with FILE, with standard input (-), or with the robots.txt of the site of URL; if that cannot be fetched, the page says why. The page can fetch the robots.txt of other sites, too, from public addresses only. FILE is read once, when the command starts, and never written to.',
  operandKinds: ['source'],
  options: {
    agent: {
      ...AGENT_OPTION,
      help: 'A crawler that the page judges for, and the default of --user-agent: a product token.',
    },
    ...READING_OPTION,
    port: { value: 'N', help: `The port to serve on, from 1 to ${MAX_PORT}. Default: a free one.` },
    open: { help: 'Open the page in the browser.' },
    ...ASKING_OPTIONS,
  },
  sections: () => [
    [
      'the address',
      'The address has a token that is new each time. Without it, neither other pages in your browser nor other users of the machine get anything. Keep it to yourself.',
    ],
  ],
  exitCodes: { 2: 'wrong usage, a file that cannot be read, or a port that is in use' },
  examples: [
    'robotstream inspect robots.txt --open',
    'robotstream inspect https://example.com/ --agent ExampleBot/2.1',
    'robotstream inspect --port 8080',
  ],
  run,
};

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const from = positionalOf(args, 'FILE or URL');
  const agents = agentsOf(args);
  const port = wholeNumberOf(args, 'port', MAX_PORT) ?? 0;
  const request = clientRequestOf(args, agents);

  return untilInterrupted(async (signal) => {
    const given = givenProfileOf(args);
    const url = from !== undefined && isUrlArgument(from) ? from : null;
    const named = url === null && from !== undefined ? await foundInFile(inputOf(from, context)) : null;
    const file = url === null ? named : await siteFile(url, request, given, context, signal);
    const page = await readPage();
    const opening: OpeningMessage = { file, url, agents, profile: given ?? null };
    const fetchSite = siteFetcher(request, context, 'public');
    const server = await serveInspector({ page, opening, fetchSite }, port);
    try {
      await print(context.stdout, [`${server.address}\n`]);
      context.stderr.write('The inspector is at this address until you press Ctrl+C.\n');
      if (args.has('open')) openBrowser(server.address, context);
      if (!signal.aborted) await once(signal, 'abort');
      throw signal.reason;
    } finally {
      await server.close();
    }
  });
}

/**
 * Fetches for the page.
 *
 * @param addresses which addresses may be connected to: a page must not reach addresses that only this machine can
 *   reach
 */
export function siteFetcher(
  request: ClientRequest,
  context: CommandContext,
  addresses: AddressPolicy,
): FetchSite {
  return async ({ url, profile }, signal) => {
    if (profile !== null) await loadReaders([profile]);
    const given = profile === null ? undefined : profileNamed(profile);
    return siteFile(url, { ...request, addresses }, given, context, signal);
  };
}

/**
 * The robots.txt of a site. Without a profile, it also says what the status means to crawlers of other readings.
 */
async function siteFile(
  url: string,
  request: ClientRequest,
  profile: ReadingName | undefined,
  context: CommandContext,
  signal: AbortSignal,
): Promise<FoundMessage> {
  if (!isFetchable(url)) throw new InputError(notAUrl(url));
  const shared = profile ?? DEFAULT_PROFILE;
  const source = await fetchSource(url, { ...request, profile: shared }, context, signal);
  const found = foundAtSite(source);
  if (profile !== undefined || source.document !== null) return found;
  const own = new Set(CRAWLERS.map((crawler) => crawler.profile));
  const read = Array.from(own, (other) => ({ other, ...readAgain(source.fetched, url, shared, other) }));
  const others = read.filter(({ explanation }) => explanation !== source.fetched.explanation);
  const notes = others.map(({ other, explanation }) => `For crawlers that read by ${other}: ${explanation}`);
  return { ...found, notes: [...found.notes, ...notes] };
}
