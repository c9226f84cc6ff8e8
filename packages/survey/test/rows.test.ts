/** The rows of captures: outcomes, verdicts, restrictions. */
import { describe, expect, test } from 'vitest';
import { type RowOf, type SurveyOptions, survey, TABLES, type TableName } from '../src/index.js';

async function rowsOf<Table extends TableName>(
  table: Table,
  lines: readonly object[],
  options: SurveyOptions = {},
): Promise<RowOf<Table>[]> {
  const rows: RowOf<Table>[] = [];
  const texts = lines.map((line) => JSON.stringify({ url: 'https://a.example/robots.txt', ...line }));
  for await (const item of survey(Buffer.from(texts.join('\n')), { ...options, tables: [table] }))
    if (item.table === table) rows.push(item.row as unknown as RowOf<Table>);
  return rows;
}

describe('outcomes', () => {
  test.each<[object, string, string | null]>([
    [{ status: 200, body: 'User-agent: *\n' }, 'success', 'robots'],
    [{ body: '' }, 'success', 'empty'],
    [{ status: 200, body: '<!DOCTYPE html><p>' }, 'not-robots', 'html'],
    [{ status: 200, body: '{"a":1}' }, 'not-robots', 'json'],
    [{ status: 200, body: '<?xml version="1.0"?>' }, 'not-robots', 'xml'],
    [{ status: 200, body: 'a\0b' }, 'not-robots', 'binary'],
    [{ status: 200, body: '# nothing', headers: { 'content-type': 'text/html' } }, 'not-robots', 'html'],
    [{ status: 200, body: 'User-agent: *', headers: { 'content-type': 'text/html' } }, 'success', 'robots'],
    [{ status: 301, headers: {}, body: '' }, 'unreachable', 'empty'],
    [{ status: 429, body: 'User-agent: *' }, 'unavailable', 'robots'],
    [{ status: 200 }, 'no-payload', null],
    [{ status: 304, body: '' }, 'unreachable', 'empty'],
  ])('%j is %s', async (line, outcome, kind) => {
    expect(await rowsOf('captures', [line])).toMatchObject([{ outcome, kind }]);
  });

  test('a redirect has its target as an absolute URL', async () => {
    const line = { status: 302, headers: { Location: '//b.example/robots.txt' } };
    const expected = { outcome: 'redirect', location: 'https://b.example/robots.txt', lineCount: null };
    expect(await rowsOf('captures', [line])).toMatchObject([expected]);
  });

  test('a file is counted', async () => {
    const body =
      'User-agent: *\nDisallow: /a\nAlow: /b\nUser-agent: b\nDisallow: /\nSitemap: https://a.example/s\nLicense: /l\nlicense: /l\n';
    const [row] = await rowsOf('captures', [{ body }]);
    const counts = { lineCount: 8, groupCount: 2, ruleCount: 2, sitemapCount: 1, octets: body.length };
    const others = { licenses: ['/l'], truncated: false, authority: 'https://a.example' };
    expect(row).toMatchObject({ ...counts, ...others });
  });
});

describe('verdicts', () => {
  const body = 'User-agent: GPTBot\nDisallow: /a\nCrawl-delay: 7\n\nUser-agent: *\nAllow: /\n';

  test('are one for each crawler and path, with the deciding line', async () => {
    const rows = await rowsOf('verdicts', [{ body }], { agents: ['GPTBot', 'OtherBot'], paths: ['/', '/a'] });
    expect(
      rows.map((row) => [
        ...[row.agent, row.path, row.allowed, row.line],
        ...[row.selectedBy, row.restriction, row.crawlDelay],
      ]),
    ).toEqual([
      ['GPTBot', '/', true, 0, 'token', 'few', 7],
      ['GPTBot', '/a', false, 2, 'token', 'few', 7],
      ['OtherBot', '/', true, 6, 'star', 'none', null],
      ['OtherBot', '/a', true, 6, 'star', 'none', null],
    ]);
  });

  test('on crawlers of one group differ by what is between its user-agent lines', async () => {
    const file = 'User-agent: GPTBot\nCrawl-delay: 7\nUser-agent: OtherBot\nDisallow: /a\n';
    const rows = await rowsOf('verdicts', [{ body: file }], { agents: ['GPTBot', 'OtherBot'] });
    expect(rows.map(({ crawlDelay }) => crawlDelay)).toEqual([7, null]);
  });

  test('on a file that an earlier capture has, too, go by the status of each; a file with another octet has its own', async () => {
    const bodies = [...'abcdefgh'].map((letter) => `User-agent: *\nDisallow: /${letter}\nDisallow: /shop/\n`);
    const all = [...bodies, ...bodies];
    const lines = all.flatMap((file) => [200, 404, 503, 304].map((status) => ({ status, body: file })));
    const options = { agents: ['FooBot', 'Googlebot'], paths: ['/a', '/h'] };
    const alone = await Promise.all(lines.map((line) => rowsOf('verdicts', [line], options)));
    const together = await rowsOf('verdicts', lines, options);
    expect(together.map((row) => ({ ...row, inputOffset: 0 }))).toEqual(alone.flat());
  });

  test('have their cells in the order of the columns, with a file and without', async () => {
    for (const line of [{ body }, { status: 404 }, { status: 301, headers: { location: '/x' } }]) {
      const [row = {}] = await rowsOf('verdicts', [line]);
      expect(Object.keys(row)).toEqual(Object.keys(TABLES.verdicts));
    }
  });

  test('a crawler of the registry is judged as it reads files', async () => {
    const file = 'User-agent: Googlebot\nDisallow: /\n\nUser-agent: *\nAllow: /\n';
    const agents = [{ crawler: 'Googlebot-News' }, 'Googlebot-News'];
    const rows = await rowsOf('verdicts', [{ body: file }], { agents });
    expect(rows.map(({ allowed }) => allowed)).toEqual([false, true]);
  });

  describe('without a profile, each crawler is judged by its own', () => {
    const agents = [{ crawler: 'Googlebot' }, 'Googlebot', { crawler: 'GPTBot' }];
    const cells = (rows: readonly RowOf<'verdicts'>[]) =>
      rows.map((row) => [row.agent, row.profile, row.allowed, row.line, row.restriction]);

    // `google` takes `User-agents` for `User-agent`, and a 429 for a site that cannot be reached; `rfc9309` does not.
    test.each([
      ['a file', { body: 'User-agents: Googlebot\nDisallow: /\n' }, 2],
      ['a status', { status: 429, body }, 0],
    ])('%s', async (_, capture, line) => {
      expect(cells(await rowsOf('verdicts', [capture], { agents }))).toEqual([
        ['Googlebot', 'google', false, line, 'all'],
        ['Googlebot', 'rfc9309', true, 0, 'none'],
        ['GPTBot', 'rfc9309', true, 0, 'none'],
      ]);
    });

    test('one that is named is for all', async () => {
      const rows = await rowsOf('verdicts', [{ status: 429, body }], { agents, profile: 'google' });
      const google = { profile: 'google', allowed: false };
      expect(rows).toMatchObject([google, google, google]);
    });
  });
});

test('usage preferences are listed as far as they are stated, and as far as they apply, for what may be fetched', async () => {
  const stating = 'Content-Usage: train-ai=n\nContent-Signal: search=yes, ai-train=no';
  const body = `User-agent: *\nDisallow: /b\n${stating}\n`;
  const rows = await rowsOf('verdicts', [{ body }], { paths: ['/a', '/b'] });
  const signals = ['content-signal:search=allowed', 'content-signal:ai-train=disallowed'];
  const stated = ['content-usage:train-ai=disallowed', ...signals];
  expect(rows.map(({ appliedUsage }) => appliedUsage)).toEqual([stated, null]);
  expect(rows.map(({ statedUsage }) => statedUsage)).toEqual([stated, stated]);
  for (const status of [404, 503])
    expect(await rowsOf('verdicts', [{ status, body }])).toMatchObject([
      { appliedUsage: null, statedUsage: null, refusedShare: null },
    ]);
  expect(await rowsOf('captures', [{ body }])).toMatchObject([{ usageRecordCount: 2 }]);
});

const rulesFor = (field: string, rules: number): string =>
  Array.from({ length: rules }, (_, nth) => `${field}: /${field}${nth}\n`).join('');

test.each<[string, string | undefined, number | null]>([
  ['', undefined, null],
  ['User-agent: *\nDisallow:\nDisallow: a\nDisallow: /robots.txt$', undefined, null],
  ['User-agent: *\nDisallow: /a\nDisallow: /a*\nDisallow: /a$\nAllow: /b\nAllow: /c', undefined, 1 / 3],
  ['User-agent: *\nDisallow: /*.pdf$\nDisallow: *?\nDisallow: */x\nAllow: /?', undefined, 2 / 3],
  ['User-agent: *\nDisallow: *\nDisallow: //a\nDisallow: /é', undefined, 1],
  ['User-agent: *\nDisallow: /a\n\nUser-agent: x\nDisallow: /\nAllow: /b', 'x', 2 / 3],
  ['User-agent: *\nDisallow: /a\n\nUser-agent: x\nDisallow: /\nAllow: /b', 'y', 1 / 3],
  ['User-agent: *\nAllow: /a\n\nUser-agent: x\nDisallow: /', 'x', 1],
  [`User-agent: *\n${rulesFor('Disallow', 60)}${rulesFor('Allow', 40)}`, undefined, 15 / 25],
  [`User-agent: *\n${'Disallow:\n'.repeat(99)}Disallow: /a`, undefined, 1],
])(
  'of the paths that the rules of %j name, %s may not fetch the share %d',
  async (body, agent = '*', share) => {
    const [row] = await rowsOf('verdicts', [{ body }], { agents: [agent] });
    expect(row?.refusedShare).toBe(share);
  },
);

test('rules are listed with their groups', async () => {
  const body = 'User-agent: a\nUser-agent: b\nDisallow: /x\nAllow: /y\n';
  expect(await rowsOf('rules', [{ body }])).toMatchObject([
    { groupNumber: 1, agents: ['a', 'b'], line: 3, directive: 'disallow', pattern: '/x' },
    { groupNumber: 1, agents: ['a', 'b'], line: 4, directive: 'allow', pattern: '/y' },
  ]);
});

test.each([
  [{ agents: [], paths: ['a'] }, 'paths[0] is "a"'],
  [{ paths: ['//a/b'] }, 'paths[0] is "//a/b"; a path that begins with a single "/"'],
  [{ tables: ['verdict'] }, 'tables[0] is "verdict"'],
  [{ agents: [''] }, 'product token'],
  [{ agent: ['a'] }, 'did you mean agents'],
  [{ profile: 'nosuch' }, 'nosuch'],
  [{ agents: [{ crawler: { tokens: ['a'], profile: 'nosuch' } }] }, 'nosuch'],
])('invalid options are refused: %j', async (options, message) => {
  await expect(survey(Buffer.alloc(0), options as SurveyOptions).next()).rejects.toThrow(message);
});
