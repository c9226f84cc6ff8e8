/** The rows of several crawlers, which share what they can, against the answers that a document gives each of them alone. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { parseSync } from '../../src/index.js';
import { PROFILES, type ProfileName } from '../../src/profiles.js';
import { survey } from '../../src/survey/index.js';
import { checkProperty } from '../support/property.js';
import { inChunks } from './support/read.js';

const AGENTS = ['GPTBot', 'Googlebot', 'OtherBot', '*'];
const PATHS = ['/a', '/', '/b.pdf'];

const line = fc.oneof(
  fc.constantFrom('User-agent: *', 'User-agent: gptbot', 'useragent: Googlebot', 'User-agent: G', ''),
  fc.constantFrom(
    'Disallow: /',
    'Disallow: /a',
    'Allow: /a',
    'Disallow:',
    'Disallow: /*.pdf$',
    'Disallow /a',
  ),
  fc.constantFrom('Crawl-delay: 5', ' CRAWL-DELAY :.5', 'crawl-delay 2', 'Crawl-delay:', 'crawl\0-delay: 4'),
  fc.constantFrom('Content-Usage: train-ai=n', 'CONTENT-USAGE: /a train-ai=y', 'content-usage train-ai=n'),
  fc.constantFrom('Content-Signal: search=yes, ai-train=no', '\tcontent-SIGNAL: ai-train=yes'),
  fc.constantFrom('# crawl-delay: 9', 'Sitemap: https://a.example/crawl-delay', 'Host: a.example', 'junk'),
);

/** A file that may begin with a byte order mark, or with part of one. Octets are the characters' code points. */
const file = fc
  .tuple(
    fc.constantFrom('', '\u00ef\u00bb\u00bf', '\u00ef\u00bb'),
    fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 14 }),
  )
  .map(([mark, lines]) => Buffer.from(`${mark}${lines.flat().join('')}`, 'latin1'));

const SELECTED_BY = { name: 'token', wildcard: 'star', nothing: 'none' };

checkProperty(
  'each crawler has the verdicts, the crawl delay and the preferences that the document has for it',
  fc.asyncProperty(
    file,
    fc.constantFrom(...(Object.keys(PROFILES) as ProfileName[])),
    async (octets, profile) => {
      const url = 'https://a.example/robots.txt';
      const input = inChunks(Buffer.from(JSON.stringify({ url, bodyBase64: octets.toString('base64') })));
      const rows: object[] = [];
      for await (const item of survey(input, { agents: AGENTS, paths: PATHS, profile })) rows.push(item.row);
      expect(rows).toMatchObject(
        AGENTS.flatMap((agent) =>
          PATHS.map((path) => ({ agent, path, ...answersOf(octets, agent, path, profile) })),
        ),
      );
    },
  ),
  { runsShare: 0.1 },
);

/** The cells of a row, asked one by one. */
function answersOf(octets: Uint8Array, agent: string, path: string, profile: ProfileName): object {
  const document = parseSync(octets);
  const { allowed, reason, rule, selectedBy } = document.matcher({ agents: agent, profile }).check(path);
  return {
    allowed,
    reason,
    line: rule?.line ?? 0,
    directive: rule?.directive ?? null,
    pattern: rule?.pattern ?? null,
    selectedBy: SELECTED_BY[selectedBy],
    crawlDelay: document.crawlDelay(agent, { profile }) ?? null,
    usage: usageOf(octets, agent, path, profile),
  };
}

function usageOf(octets: Uint8Array, agent: string, path: string, profile: ProfileName): string[] | null {
  const usage = parseSync(octets).usage(agent, path, { profile });
  if (!usage.applies) return null;
  const stated = (field: string, categories: Readonly<Record<string, { readonly preference: string }>>) =>
    Object.entries(categories)
      .filter(([, { preference }]) => preference !== 'unknown')
      .map(([category, { preference }]) => `${field}:${category}=${preference}`);
  return [
    ...stated('content-usage', usage.contentUsage.categories),
    ...stated('content-signal', usage.contentSignal.categories),
  ];
}
