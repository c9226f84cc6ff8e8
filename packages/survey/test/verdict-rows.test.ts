/** The rows of several crawlers, which share what they can, against the answers that a document gives each of them alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSync, type RobotsDocument, type Usage } from '../../../src/index.js';
import { PROFILES, type ProfileName } from '../../../src/profiles.js';
import { READERS, type ReaderName } from '../../../src/readers/index.js';
import { checkProperty } from '../../../test/support/property.js';
import { type RowOf, survey } from '../src/index.js';
import { inChunks } from './support/read.js';

type ReadingName = ProfileName | ReaderName;

const AGENTS = ['GPTBot', 'Googlebot', 'OtherBot', '*'];
const PATHS = ['/a', '/', '/b.pdf'];

/** Longer than what a usual line has on either side of a name. */
const WIDE = ' '.repeat(70);

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
  fc.constantFrom(`#${WIDE}crawl-delay: 3`, `crawl-delay: 4${WIDE}x`, 'Crawl-delay: .', 'Crawl-delay: 6 # 7'),
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
    fc.constantFrom(...(Object.keys({ ...PROFILES, ...READERS }) as ReadingName[])),
    async (octets, profile) => {
      const rows = await rowsOf(octets, profile);
      expect(rows.map(withoutRestriction)).toEqual(
        AGENTS.flatMap((agent) => answersOf(parseSync(octets), agent, profile)),
      );
    },
  ),
  { runsShare: 0.1 },
);

test.each([
  ['User-agent: *\nCrawl-delay: 5\n', 5],
  ['User-agent: *\n\t crawl-DELAY\t:\t.5 \r\n', 0.5],
  ['User-agent: *\rCrawl-delay: 6 # 7', 6],
  ['User-agent: *\nCrawl-delay: .\nCrawl-delay: 7', 7],
  ['Crawl-delay: 5\nUser-agent: *\nDisallow: /\n\nCrawl-delay: 8\n', 8],
  ['User-agent: a\nCrawl-delay: 5\nUser-agent: *\nCrawl-delay: 9\nUser-agent: b\nCrawl-delay: 1', 9],
  ['User-agent: *\nAllow: /\nUser-agent: a\nCrawl-delay: 5\nUser-agent: *\nCrawl-delay: 10', 10],
  ['User-agent: a\nCrawl-delay: 5\nUser-agent: *\nAllow: /', null],
  ['Crawl-delay: 5\nUser-agent: a\nDisallow: /', null],
  ['User-agent: *\n# crawl-delay: 5', null],
  ['User-agent: *\nxcrawl-delay: 5\ncrawl-delays: 5', null],
  [`User-agent: *\n#${WIDE}crawl-delay: 5`, null],
  [`User-agent: *\ncrawl-delay: 5${WIDE}x`, null],
])('the crawl delay of %j is %s', async (body, crawlDelay) => {
  const rows = await rowsOf(Buffer.from(body), 'rfc9309');
  expect(rows.at(-1)).toMatchObject({ agent: '*', crawlDelay });
});

test('under a profile whose groups end at blank lines, a crawl delay below one is ignored', async () => {
  const body = Buffer.from('User-agent: *\nDisallow: /\n\nCrawl-delay: 5\n');
  expect((await rowsOf(body, 'koster-1996')).at(-1)).toMatchObject({ crawlDelay: null });
});

/** The rows of a file, for every crawler and path. */
async function rowsOf(octets: Uint8Array, profile: ReadingName): Promise<RowOf<'verdicts'>[]> {
  const url = 'https://a.example/robots.txt';
  const capture = { url, bodyBase64: Buffer.from(octets).toString('base64') };
  const rows: RowOf<'verdicts'>[] = [];
  const input = inChunks(Buffer.from(JSON.stringify(capture)));
  for await (const { table, row } of survey(input, { agents: AGENTS, paths: PATHS, profile })) {
    if (table === 'verdicts') rows.push(row);
  }
  return rows;
}

function withoutRestriction({
  agent,
  path,
  allowed,
  reason,
  line,
  directive,
  pattern,
  selectedBy,
  crawlDelay,
  appliedUsage,
}: RowOf<'verdicts'>): object {
  return { agent, path, allowed, reason, line, directive, pattern, selectedBy, crawlDelay, appliedUsage };
}

/** The cells of the rows of a crawler, from the public questions of a document. */
function answersOf(document: RobotsDocument, agent: string, profile: ReadingName): object[] {
  const matcher = document.matcher({ agents: agent, profile });
  const crawlDelay = document.crawlDelay(agent, { profile }) ?? null;
  return PATHS.map((path) => {
    const { allowed, reason, rule, selectedBy } = matcher.check(path);
    return {
      agent,
      path,
      allowed,
      reason,
      line: rule?.line ?? 0,
      directive: rule?.directive ?? null,
      pattern: rule?.pattern ?? null,
      selectedBy: SELECTED_BY[selectedBy],
      crawlDelay,
      appliedUsage: statedIn(document.usage(agent, path, { profile })),
    };
  });
}

function statedIn(usage: Usage): string[] | null {
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
