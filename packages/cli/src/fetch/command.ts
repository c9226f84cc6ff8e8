/**
 * `robotstream fetch`: the outcome of fetching the robots.txt that governs a URL.
 */
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext } from '../../../command-line/src/command.js';
import {
  EXIT,
  type ExitCode,
  InputError,
  UsageError,
  untilInterrupted,
} from '../../../command-line/src/exit.js';
import { positionalOf } from '../../../command-line/src/option-values.js';
import { print, printOctets } from '../../../command-line/src/output.js';
import { jsonText, styleFor } from '../../../command-line/src/terminal.js';
import { isFetchable, notAUrl } from '../input.js';
import { clientRequestOf, NETWORK_OPTIONS } from '../network-options.js';
import {
  AGENT_OPTION,
  agentsOf,
  givenProfileOf,
  MAX_OCTETS_OPTION,
  READING_OPTION,
  readingText,
} from '../options.js';
import { obtain } from './facts.js';
import { factsText } from './facts-text.js';

export const fetchCommand: Command = {
  usage: [{ operands: 'URL' }],
  about:
    'Fetches the robots.txt that governs a URL, and reports the outcome and what it means for access to the site under a profile. URL is any http, https or ftp URL of the site.',
  operandKinds: ['url'],
  options: {
    agent: {
      ...AGENT_OPTION,
      help: 'A crawler: a product token. It is named in the default of --user-agent, and reads the status as the registry says.',
    },
    ...READING_OPTION,
    json: { help: 'Print the facts as one JSON object.' },
    body: { help: 'Print the file as it is, and the facts to standard error.' },
    ...MAX_OCTETS_OPTION,
    ...NETWORK_OPTIONS,
  },
  sections: () => [
    [
      'outcomes',
      [
        ['success', 'there is a file, and its rules apply'],
        ['unavailable', 'there is no file for this crawler; under most profiles everything is allowed'],
        ['unreachable', 'the server or the network failed; under most profiles nothing is allowed'],
      ],
    ],
    [
      'output with --json',
      `{"url", "robotsUrl", "finalUrl", "profile", "userAgent", "outcome", "meaning", "readings", "status", "fault", "faultMessage", "redirects", "octets", "lines", "truncated", "kind", "licenses", "encodedOctets", "headers", "timings", "retry", "provenance"}
meaning is "rules", "allow-all", "disallow-all" or "defer". readings has {"agents", "profile", "outcome", "meaning"} for crawlers to which the status means something else than by profile, because they read it by a profile of their own. octets, lines and licenses are null without a file; licenses are the values of its License lines (RSL 1.0). kind is what a file is that is no robots.txt, such as "html", "gzip" or "utf-16le", else null. encodedOctets, headers, timings and retry belong to a single fetch, so they are null with --cache. provenance is null without --cache; otherwise it says when the file was fetched and how long it is valid, as in check --json. To get the file itself: --body, or fetch URL --body | parse - --json.`,
    ],
  ],
  exitCodes: {
    0: 'success or unavailable',
    1: 'unreachable, at least as one of the crawlers reads it, even if the cache has an earlier copy that is still used',
    2: 'wrong usage, an invalid URL, or a cache that cannot be used',
  },
  examples: [
    'robotstream fetch https://example.com/some/page --agent ExampleBot/2.1',
    'robotstream fetch https://example.com/ --body > robots.txt',
    'robotstream fetch https://example.com/ --json --timeout 10',
  ],
  run,
};

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const url = positionalOf(args, 'URL');
  if (url === undefined) throw new UsageError('no URL is given');
  const agents = agentsOf(args);
  const asked = { agents, profile: givenProfileOf(args) };
  const request = { ...clientRequestOf(args, agents), url, asked };
  if (!isFetchable(url)) throw new InputError(notAUrl(url));

  const { facts, document } = await untilInterrupted((signal) => obtain(request, context, signal));
  const { stdout, stderr } = context;
  const withBody = args.has('body');
  const style = styleFor(withBody ? { stdout: stderr, env: context.env } : context);
  const text = args.has('json')
    ? `${jsonText(facts)}\n`
    : factsText(facts, document, readingText(agents, asked.profile), style);
  await print(withBody ? stderr : stdout, [text]);
  if (withBody && document !== null) await printOctets(stdout, document.octets);
  return [facts, ...facts.readings].some(({ outcome }) => outcome === 'unreachable')
    ? EXIT.findings
    : EXIT.fine;
}
