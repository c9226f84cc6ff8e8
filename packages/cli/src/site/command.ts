/**
 * `robotstream site`: the robots.txt of a site at all its addresses, side by side.
 */
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext } from '../../../command-line/src/command.js';
import { EXIT, type ExitCode, UsageError, untilInterrupted } from '../../../command-line/src/exit.js';
import { positionalOf } from '../../../command-line/src/option-values.js';
import { print } from '../../../command-line/src/output.js';
import { jsonText, styleFor } from '../../../command-line/src/terminal.js';
import { ASKING_OPTIONS, clientRequestOf } from '../network-options.js';
import { AGENT_OPTION, agentsOf, givenProfileOf, MAX_OCTETS_OPTION, READING_OPTION } from '../options.js';
import { addressesOf } from './addresses.js';
import { comparisonsOf, FINDING_CODES, findingsOf } from './findings.js';
import { siteJson } from './json.js';
import { answersOf, MAX_SITEMAPS, sitemapsOf } from './observe.js';
import { type SiteReport, siteText } from './text.js';

export const siteCommand: Command = {
  usage: [{ operands: 'DOMAIN|URL' }],
  about:
    'Fetches the robots.txt of a site by http and by https, with www and without, and of further hosts: which answer, where they redirect, and where the files differ for a crawler. Then it requests the sitemaps that the files name.\n' +
    'For a host or URL with a port, only that address is checked: https://example.com:8443/ for example.com:8443, and http://localhost:3000/ for localhost:3000. A www host that does not exist is not a finding.',
  options: {
    host: { value: 'HOST', repeatable: true, help: 'A further host of the site, such as shop.example.com.' },
    agent: {
      ...AGENT_OPTION,
      help: 'A crawler to compare for: its product token. Default: every crawler that a file names, and "*".',
    },
    ...READING_OPTION,
    'no-sitemaps': { help: 'Do not request the sitemaps.' },
    json: { help: 'Print one JSON object.' },
    ...MAX_OCTETS_OPTION,
    ...ASKING_OPTIONS,
  },
  sections: () => [
    ['findings', Object.entries(FINDING_CODES)],
    [
      'output with --json',
      `{"site", "addresses": [{"url", "robotsUrl", "finalUrl", "redirects", "status", "fault", "faultMessage", "outcome", "meaning", "file"}], "files": [{"label", "robotsUrl", "exists", "kind", "octets", "lines", "truncated", "licenses", "isEqual", "differences"}], "sitemaps": [{"url", "files", "status", "finalUrl", "fault", "kind"}], "sitemapsLeftOut", "findings": [{"code", "url", "message"}]}
file is the label of a file; null if the rules of the address are not known. isEqual says whether the file and the first one are the same for every crawler that is compared, and differences is as diff --json has it; null for the first. A sitemap without a status has a fault. At most ${MAX_SITEMAPS} sitemaps are requested.`,
    ],
  ],
  exitCodes: {
    0: 'every address answers by the same rules, and every sitemap is reachable',
    1: 'there is a finding',
    2: 'wrong usage',
  },
  examples: [
    'robotstream site example.com',
    'robotstream site example.com --host shop.example.com --host de.example.com',
    'robotstream site example.com --agent Googlebot --json --timeout 10',
  ],
  run,
};

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const site = positionalOf(args, 'site');
  if (site === undefined) throw new UsageError('no site is given');
  const addresses = addressesOf(site, args.all('host'));
  const agents = agentsOf(args);
  const profile = givenProfileOf(args);
  const request = clientRequestOf(args, agents);
  const report = await untilInterrupted(async (signal): Promise<SiteReport> => {
    const answered = await answersOf(addresses, request, context, signal);
    const { sitemaps, leftOut } = args.has('no-sitemaps')
      ? { sitemaps: [], leftOut: 0 }
      : await sitemapsOf(answered, request, signal);
    const comparisons = comparisonsOf(answered, agents, profile);
    const findings = findingsOf(answered, comparisons, sitemaps);
    return { site, answered, comparisons, sitemaps, leftOut, findings };
  });
  const width = context.stdout.columns ?? Infinity; // nothing is cut if it does not go to a terminal
  const text = args.has('json')
    ? [`${jsonText(siteJson(report))}\n`]
    : siteText(report, width, styleFor(context));
  await print(context.stdout, text);
  return report.findings.length === 0 ? EXIT.fine : EXIT.findings;
}
