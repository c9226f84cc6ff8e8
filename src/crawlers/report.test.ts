/** `crawlerReport`: what a file lets each crawler do. */
import { describe, expect, test } from 'vitest';
import { parseSync, robotsFromResponse } from '../core.js';
import { CRAWLERS, crawlerReport, crawlersOf } from './index.js';

const FILE = `User-agent: GPTBot
User-agent: CCBot
Disallow: /

User-agent: Googlebot
Disallow: /search
Crawl-delay: 2

User-agent: MyBot
Disallow:

User-agent: *
Disallow: /private/
Content-Usage: train-ai=n
Crawl-delay: 10
`;

const inShort = (file: string, names: readonly string[]) =>
  crawlerReport(parseSync(file), names).map((row) => {
    const { name, selectedBy, agent, groupLine, mayFetchRoot, rootLine, extent, crawlDelay } = row;
    return [name, selectedBy, agent, groupLine, mayFetchRoot, rootLine, extent, crawlDelay];
  });

test('the report has the group, line, extent and delay of each crawler', () => {
  const names = ['GPTBot', 'Googlebot-News', 'AdsBot-Google', 'MyBot', 'Other', '*'];
  expect(inShort(FILE, names)).toEqual([
    ['GPTBot', 'name', 'GPTBot', 1, false, 3, 'nothing', null],
    ['Googlebot-News', 'name', 'Googlebot', 5, true, 0, 'something', 2],
    ['AdsBot-Google', 'nothing', null, 0, true, 0, 'everything', null],
    ['MyBot', 'name', 'MyBot', 9, true, 0, 'everything', null],
    ['Other', 'wildcard', null, 12, true, 0, 'something', 10],
    ['*', 'wildcard', null, 12, true, 0, 'something', 10],
  ]);
  expect(
    inShort('User-agent: a\nUser-agent: GPTBot\nDisallow: /x\n\nUser-agent: gptbot\nDisallow: /', ['GPTBot']),
  ).toEqual([['GPTBot', 'name', 'GPTBot', 2, false, 6, 'nothing', null]]);
});

test("the report has the registry's facts and the usage preferences of each crawler", () => {
  const [gptBot, other] = crawlerReport(parseSync(FILE), ['gptbot', 'Other']);
  expect(gptBot.crawler?.token).toBe('GPTBot');
  expect(gptBot.usage.applies).toBe(false);
  expect(other.crawler).toBeNull();
  expect(other.usage).toMatchObject({
    applies: true,
    contentUsage: { categories: { 'train-ai': { preference: 'disallowed', lines: [14] } } },
  });
});

test('an empty file lets everyone fetch everything', () => {
  for (const row of crawlerReport(parseSync(''), ['*', ...crawlersOf('all').map(({ token }) => token)])) {
    expect(row).toMatchObject({
      selectedBy: 'nothing',
      groupLine: 0,
      mayFetchRoot: true,
      extent: 'everything',
    });
  }
});

test('a status in place of a file names no line', async () => {
  const { document } = await robotsFromResponse(new Response('', { status: 503 }));
  const [row] = crawlerReport(document, ['Googlebot']);
  expect(row).toMatchObject({ selectedBy: 'nothing', groupLine: 0, rootLine: 0, extent: 'nothing' });
});

test('verdicts are those of the given profile', () => {
  const file = 'User-agent: *\n\nDisallow: /';
  expect(crawlerReport(parseSync(file), ['a'])[0].extent).toBe('nothing');
  expect(crawlerReport(parseSync(file), ['a'], { profile: 'koster-1996' })[0].extent).toBe('everything');
});

test('invalid arguments are refused', () => {
  const document = parseSync('');
  expect(() => crawlerReport(document, 'GPTBot' as unknown as string[])).toThrow(
    'names is "GPTBot"; a list of product tokens',
  );
  const many = Array.from({ length: 1001 }, (_, i) => `a${i}`);
  expect(crawlerReport(document, many.slice(1))).toHaveLength(1000);
  expect(() => crawlerReport(document, many)).toThrow(
    new RangeError('names has 1001 elements; at most 1000 are expected'),
  );
  expect(() => crawlerReport(document, [''])).toThrow(TypeError);
  expect(() => crawlerReport(document, ['a', 5 as unknown as string])).toThrow(
    'names[1] is 5; a product token is expected',
  );
  expect(() => crawlerReport({} as never, ['a'])).toThrow(
    'document is an instance of Object; a document, as parse',
  );
  expect(() => crawlerReport(document, [], { maxSteps: 0 })).toThrow(RangeError);
  expect(() => crawlerReport(document, [], { set: 'ai' } as object)).toThrow('unknown option set');
});

describe('hostile files are reported on within their bounds', () => {
  const LINES = 4_000;
  const repeated = (line: (i: number) => string): string =>
    Array.from({ length: LINES }, (_, i) => line(i)).join('\n');
  test.each<[string, string]>([
    ['many groups for "*"', repeated((i) => `User-agent: *\nDisallow: /${i}`)],
    ['many wildcards', `User-agent: *\n${repeated((i) => `Disallow: /*${i}*a*b`)}`],
    ['many signals', `User-agent: *\n${repeated((i) => `Content-Signal: /${i} search=no`)}`],
    [
      'a group for each crawler',
      CRAWLERS.map(({ token }) => `User-agent: ${token}\nDisallow: /${token}*x*y`).join('\n'),
    ],
  ])('%s', (_, file) => {
    const rows = crawlerReport(
      parseSync(file),
      CRAWLERS.map(({ token }) => token),
    );
    expect(rows).toHaveLength(CRAWLERS.length);
    for (const { extent } of rows) expect(['everything', 'something', 'unknown']).toContain(extent);
  });
});

test('usage preferences are those of a URL', () => {
  const document = parseSync('User-agent: *\nDisallow: /no\nContent-Usage: /a train-ai=n\n');
  const usageOf = (url?: string | URL) => crawlerReport(document, ['*'], { url })[0];
  const stated = (url?: string | URL) => {
    const { usage, mayFetchRoot } = usageOf(url);
    return [mayFetchRoot, usage.applies && usage.contentUsage.categories['train-ai']?.preference];
  };
  expect(stated()).toEqual([true, 'unknown']);
  expect(stated('/a')).toEqual([true, 'disallowed']);
  expect(stated(new URL('https://example.com/a?b'))).toEqual([true, 'disallowed']);
  expect(stated('/no')).toEqual([true, false]);
  expect(() => usageOf('no url')).toThrow(TypeError);
});
