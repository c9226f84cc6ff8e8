/** The rows of several crawlers, which share what they can, against the answers that a document gives each of them alone. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { restrictionOf } from '../../../src/compare/index.js';
import { parseSync, type RobotsDocument, robotsUrl, type Usage } from '../../../src/index.js';
import { type Matcher, rulesOf, urlOfPath } from '../../../src/internal.js';
import { OCTET_KINDS } from '../../../src/match/octet-forms.js';
import { readRequestPath } from '../../../src/match/read-url.js';
import { PROFILES, type ProfileName } from '../../../src/profiles.js';
import { READERS, type ReaderName } from '../../../src/readers/index.js';
import { checkProperty } from '../../../test/support/property.js';
import { type RowOf, survey } from '../src/index.js';
import { authorityOf, isInForm } from '../src/rows/authority.js';
import { FileRules } from '../src/rows/file-rules.js';

type ReadingName = ProfileName | ReaderName;
const READINGS = Object.keys({ ...PROFILES, ...READERS }) as ReadingName[];

const AGENTS = ['GPTBot', 'Googlebot', 'OtherBot', '*'];
const PATHS = ['/a', '/', '/b.pdf'];

/** Longer than what a usual line has on either side of a name. */
const WIDE = ' '.repeat(70);

const line = fc.oneof(
  fc.constantFrom('User-agent: *', 'User-agent: gptbot', 'useragent: Googlebot', 'User-agent: G', ''),
  fc.constantFrom(
    ...['', ' /', ' /a', ' /*.pdf$'].map((path) => `Disallow:${path}`),
    'Allow: /a',
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
  fc.asyncProperty(file, fc.constantFrom(...READINGS), async (octets, profile) => {
    const rows = await rowsOf(octets, profile);
    expect(rows).toMatchObject(AGENTS.flatMap((agent) => answersOf(parseSync(octets), agent, profile)));
  }),
  { runsShare: 0.1 },
);

/** The rows of a file, for every crawler and path. */
async function rowsOf(octets: Uint8Array, profile: ReadingName): Promise<RowOf<'verdicts'>[]> {
  const url = 'https://a.example/robots.txt';
  const capture = { url, bodyBase64: Buffer.from(octets).toString('base64') };
  const rows: RowOf<'verdicts'>[] = [];
  const input = Buffer.from(JSON.stringify(capture));
  for await (const { table, row } of survey(input, { agents: AGENTS, paths: PATHS, profile }))
    if (table === 'verdicts') rows.push(row);
  return rows;
}

/** The cells of the rows of a crawler, from the public questions of a document. */
function answersOf(document: RobotsDocument, agent: string, profile: ReadingName): object[] {
  const matcher = document.matcher({ agents: agent, profile });
  const crawlDelay = document.crawlDelay(agent, { profile }) ?? null;
  return PATHS.map((path) => {
    const { allowed, reason, rule, selectedBy } = matcher.check(path);
    return {
      ...{ agent, path, allowed, reason, crawlDelay, selectedBy: SELECTED_BY[selectedBy] },
      ...{ line: rule?.line ?? 0, directive: rule?.directive ?? null, pattern: rule?.pattern ?? null },
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

const TOKENS = ['x', 'y', 'z'];

const PIECES = ['/', '*', '.', '$', '?', '%61', '%2F', '%C3%A9', '\u00c3\u00a9', '=', ';', '"', ' a'];
const piece = fc.oneof(
  { arbitrary: fc.constantFrom('/', '*', 'a', 'b', 'ab'), weight: 4 },
  { arbitrary: fc.constantFrom(...PIECES, 'index.html', '/robots.txt', '/..', '//'), weight: 1 },
);
const pattern = fc.oneof(
  fc.stringMatching(/^\/[ab]{1,2}\/?$/),
  fc
    .tuple(fc.constantFrom('/', '/', '*', ''), fc.array(piece, { maxLength: 4 }))
    .map(([first, rest]) => first + rest.join('')),
);
const group = fc
  .tuple(
    fc.constantFrom('*', ...TOKENS),
    fc.array(fc.tuple(fc.constantFrom('Allow', 'Disallow'), pattern), { maxLength: 8 }),
  )
  .map(([agent, rules]) =>
    [`User-agent: ${agent}`, ...rules.map(([field, value]) => `${field}: ${value}`)].join('\n'),
  );

checkProperty(
  'crawlers that share what is known of a file are refused what each alone is',
  fc.property(
    fc.array(group, { minLength: 1, maxLength: 3 }),
    fc.uniqueArray(fc.constantFrom(...READINGS), { minLength: 1, maxLength: 3 }),
    (groups, profiles) => {
      const document = parseSync(Buffer.from(groups.join('\n\n'), 'latin1'));
      let rules: FileRules | undefined;
      for (const profile of profiles) {
        rules = FileRules.of(rulesOf(document.matcher({ agents: '*', profile })).view, rules);
        for (const agents of TOKENS) {
          const matcher = document.matcher({ agents, profile });
          const refused = rules.refusedTo(matcher);
          expect(refused, `${profile} ${agents}\n${groups.join('\n\n')}`).toEqual({
            restriction: restrictionOf(matcher),
            refusedShare: shareOf(matcher, document.groupsUnder(matcher.profile)),
          });
        }
      }
    },
  ),
);

/** The share by its definition in docs/survey.md, by questions alone. These files have fewer rules than are taken of a file. */
function shareOf(
  matcher: Matcher,
  groups: readonly { readonly rules: readonly { readonly pattern: string }[] }[],
): number | null {
  const patterns = groups.flatMap(({ rules }) => rules.map(({ pattern }) => pattern));
  const named = patterns.filter((pattern) => /^[/*]/.test(pattern)).map(namedBy);
  const paths = new Map(named.map((path) => [compared(matcher, path), path]));
  paths.delete('/robots.txt');
  if (paths.size === 0) return null;
  const restriction = restrictionOf(matcher);
  if (restriction === 'none' || restriction === 'all') return restriction === 'all' ? 1 : 0;
  return [...paths.values()].filter((path) => !matcher.isAllowed(path)).length / paths.size;
}

/** The path as the profile compares it. */
function compared(matcher: Matcher, path: string): string {
  if (rulesOf(matcher).compiled.foreign !== undefined) return path;
  const { octets, start, end } = readRequestPath(path, OCTET_KINDS[matcher.profile.rules.form]);
  return Buffer.from(octets.subarray(start, end)).toString('latin1');
}

function namedBy(pattern: string): string {
  const begun = pattern.replace(/\$$/, '').replace(/\*+$/, '');
  const path = begun.startsWith('*') ? begun.replace(/^\*+\/?/, '/') : begun === '' ? '/' : begun;
  return urlOfPath(path.replace(/\*+/g, 'x').replace(/[^!-~]/g, encodeURIComponent));
}

const PARTS = [
  ...['a', 'b-c', 'example', '.', '.', '-', '--', 'xn--', '0x', '1', '7f', 'A', 'é', '_', '%61', ' '],
  ...[':80', ':', '@', '/', '/robots.txt', '#', '?'],
];

function parsed(url: string): string | null {
  try {
    return robotsUrl(url);
  } catch {
    return null;
  }
}

checkProperty(
  'an authority is that of the URL parser, and a URL in form is what it writes',
  fc.property(
    fc.constantFrom('http://', 'https://', 'ftp://', 'HTTPS://', ''),
    fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 6 }),
    fc.constantFrom('/robots.txt', '.example/robots.txt', ''),
    (scheme, parts, end) => {
      const url = `${scheme}${parts.join('')}${end}`;
      const expected = parsed(url);
      expect(authorityOf(url)).toBe(expected === null ? null : new URL(expected).origin);
      if (isInForm(url)) expect(expected).toBe(url);
    },
  ),
);
