/** The drop-in for robots-parser passes robots-parser's own tests and example, and differs from it where docs/migrating.md says so. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import peer from 'robots-parser';
import { describe, expect, test } from 'vitest';
import robotsParser, * as compat from '../../src/compat/robots-parser.js';
import { parseSync } from '../../src/index.js';

const FOLDER = createRequire(import.meta.url)
  .resolve('robots-parser')
  .replace(/index\.js$/, '');
const ITS_TESTS = readFileSync(`${FOLDER}test/Robots.js`, 'utf8');
const ITS_README = readFileSync(`${FOLDER}README.md`, 'utf8');
const PAGE = readFileSync('docs/migrating.md', 'utf8');

type Robot = ReturnType<typeof robotsParser>;

/** Its tests that contradict RFC 9309 or the URL Standard, and why. */
const FAILING: ReadonlyMap<string, string> = new Map([
  ['should handle lone high / low surrogates', 'a file consists of octets, which have no lone surrogates'],
]);

describe("robots-parser's own tests", () => {
  const names: string[] = [];
  const it = (name: string, body: () => void): void => {
    names.push(name);
    if (FAILING.has(name)) test.fails(`${name} (${FAILING.get(name)})`, body);
    else test(name, body);
  };
  const load = (name: string): unknown => (name === 'chai' ? { expect } : robotsParser);
  const group = (_: string, body: () => void): void => body();
  new Function('require', 'describe', 'it', ITS_TESTS)(load, group, it);

  test('are all there', () => {
    expect(names.length).toBeGreaterThan(35);
    expect([...FAILING.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });
});

test("robots-parser's README: the example", () => {
  const [, code] = /```js\n(var robotsParser = .*?)```/s.exec(ITS_README) ?? [];
  const calls = [...code.matchAll(/^(robots\.\w+\(.*?\)); \/\/ (.*)$/gm)];
  expect(calls).toHaveLength(6);
  for (const [, call, promised] of calls) {
    const setUp = code.slice(0, code.indexOf('robots.isAllowed'));
    const result = new Function('require', `${setUp}; return ${call};`)(() => robotsParser) as unknown;
    expect(typeof result === 'string' ? result : JSON.stringify(result).replaceAll('"', "'")).toBe(promised);
  }
});

test('a path may begin with two slashes', () => {
  const robots = robotsParser('https://example.com/robots.txt', 'User-agent: *\nDisallow: //a');
  expect(robots.isDisallowed('https://example.com//a/b')).toBe(true);
  expect(robots.isAllowed('https://example.com/b')).toBe(true);
  expect(robots.getMatchingLineNumber('https://example.com//a')).toBe(2);
});

test('is what require gives', () => {
  expect(compat['module.exports']).toBe(robotsParser);
});

describe('differs from robots-parser as docs/migrating.md says', () => {
  const SITE = 'https://example.com';

  /** By the first cell of a row of the page's table: a question, and the answers of robots-parser and of robotstream. */
  const DIFFERENCES: ReadonlyMap<
    string,
    [file: string, ask: (robots: Robot) => unknown, its: unknown, ours: unknown, scheme?: string]
  > = new Map([
    [
      '`Dissallow: /x`, `Disallow /x`',
      [
        'User-agent: *\nDissallow: /x\nDisallow /y',
        (robots) => [robots.isAllowed(`${SITE}/x`), robots.isAllowed(`${SITE}/y`)],
        [true, true],
        [false, false],
      ],
    ],
    [
      '`/robots.txt` under `Disallow: /`',
      ['User-agent: *\nDisallow: /', (robots) => robots.isAllowed(`${SITE}/robots.txt`), false, true],
    ],
    [
      '`User-agent: a 2` for the user agent `a`',
      ['User-agent: a 2\nDisallow: /', (robots) => robots.isAllowed(`${SITE}/x`, 'a'), true, false],
    ],
    [
      '`User-agent: a+b/1` for the user agents `a+b` and `a+b/2`',
      [
        'User-agent: a+b/1\nDisallow: /',
        (robots) => ['a+b', 'a+b/2', 'a+b/1'].map((ua) => robots.isAllowed(`${SITE}/x`, ua)),
        [false, false, false],
        [true, true, false],
      ],
    ],
    [
      '`User-agent: * x`, `User-agent: */1`',
      [
        'User-agent: * x\nDisallow: /x\n\nUser-agent: */1\nDisallow: /y',
        (robots) =>
          ['/x', '/y'].map((path) => ['a', '* x', '*/1'].map((ua) => robots.isAllowed(SITE + path, ua))),
        [
          [true, false, true],
          [false, true, false],
        ],
        [
          [false, false, true],
          [true, true, false],
        ],
      ],
    ],
    [
      '`User-agent: É` for the user agent `é`',
      ['User-agent: É\nDisallow: /', (robots) => robots.isAllowed(`${SITE}/x`, 'é'), false, true],
    ],
    [
      'a rule for `/a%62`, a URL with `/ab`, and the like',
      ['User-agent: *\nDisallow: /a%62', (robots) => robots.isAllowed(`${SITE}/ab`), true, false],
    ],
    [
      'half of a surrogate pair in a pattern',
      [
        'User-agent: *\nDisallow: /\uD800',
        (robots) => [robots.isAllowed(`${SITE}/\uD800`), robots.isAllowed(`${SITE}/\uFFFD`)],
        [true, true],
        [false, false],
      ],
    ],
    [
      'a user-agent line without rules, as the last lines of a file may be',
      [
        'User-agent: *\nDisallow: /\n\nUser-agent: a',
        (robots) => robots.isAllowed(`${SITE}/x`, 'a'),
        false,
        true,
      ],
    ],
    [
      '`Sitemap`, `Crawl-delay` or an unknown field between two user-agent lines',
      [
        ['Sitemap: /s', 'Crawl-delay: 1', 'Foo: 1']
          .map(
            (line, n) =>
              `User-agent: a${'b'.repeat(n)}\n${line}\nUser-agent: z${'y'.repeat(n)}\nDisallow: /\n`,
          )
          .join('\n'),
        (robots) => ['a', 'ab', 'abb'].map((ua) => robots.isAllowed(`${SITE}/x`, ua)),
        [true, true, true],
        [false, false, false],
      ],
    ],
    [
      'several `Crawl-delay` lines of one group',
      [
        'User-agent: *\nCrawl-delay: 1\nCrawl-delay: 2\nDisallow: /x',
        (robots) => robots.getCrawlDelay('a'),
        2,
        1,
      ],
    ],
    [
      '`Crawl-delay` without a value, or with `1e1`, `0x10`, `+1`, `-1`, `Infinity` or ten digits',
      [
        ['', '1e1', '0x10', '+1', '-1', 'Infinity', '1234567890']
          .map((value, n) => `User-agent: a${'b'.repeat(n)}\nCrawl-delay: ${value}\nDisallow: /x`)
          .join('\n'),
        (robots) => [0, 1, 2, 3, 4, 5, 6].map((n) => robots.getCrawlDelay(`a${'b'.repeat(n)}`)),
        [0, 10, 16, 1, -1, Infinity, 1234567890],
        Array.from({ length: 7 }),
      ],
    ],
    [
      'a no-break space or U+2028 at the start or end of a field or a value',
      [
        'User-agent: *\nDisallow:\u00a0/x\nDisallow: /y$\u2028',
        (robots) => [robots.isAllowed(`${SITE}/x`), robots.isAllowed(`${SITE}/y`)],
        [false, false],
        [true, true],
      ],
    ],
    [
      'a control character in a line',
      [
        'User-agent: a\u0001\nDisallow: /\n\nUser-agent: *\nDisallow: /x\nDisallow: /\u0001x',
        (robots) => [
          robots.isAllowed(`${SITE}/y`, 'a\u0001'),
          robots.isAllowed(`${SITE}/x`, 'a'),
          robots.isAllowed(`${SITE}/\u0001x`, 'a'),
        ],
        [false, false, false],
        [true, false, true],
      ],
    ],
    [
      'a user agent with `(`, `)`, `,`, `;`, a control character or half of a surrogate pair before its first `/`',
      [
        'User-agent: a (b)\nDisallow: /\n\nUser-agent: *\nAllow: /',
        (robots) => robots.isAllowed(`${SITE}/x`, 'a (b)'),
        false,
        true,
      ],
    ],
    [
      'a robots.txt at a URL that is not http, https or ftp',
      [
        'User-agent: *\nDisallow: /',
        (robots) => robots.isAllowed('ws://example.com/x'),
        false,
        undefined,
        'ws:',
      ],
    ],
    [
      'lines after 500 KiB, a line after 16,663 octets',
      [
        `User-agent: *\nDisallow: /${'a'.repeat(17_000)}\n#${'a'.repeat(512_000)}\nDisallow: /x`,
        (robots) => [robots.isAllowed(`${SITE}/x`), robots.isAllowed(`${SITE}/${'a'.repeat(16_900)}`)],
        [false, true],
        [true, false],
      ],
    ],
  ]);

  test('in these rows, and no others', () => {
    const [, table = ''] = /^\| file or URL \|.*?\n\|[-|]+\n(.*?)\n\n/ms.exec(PAGE) ?? [];
    const rows = Array.from(table.matchAll(/^\| (.*?) \|/gm), ([, cell]) => cell);
    expect(rows).toEqual([...DIFFERENCES.keys()]);
  });

  test.each([...DIFFERENCES])('%s', (_, [file, ask, its, ours, scheme = 'https:']) => {
    const url = `${scheme}//example.com/robots.txt`;
    expect(ask(peer(url, file) as Robot)).toEqual(its);
    expect(ask(robotsParser(url, file))).toEqual(ours);
  });
});

test('combines the groups with one name, as robots-parser does', () => {
  const file = 'User-agent: a\nDisallow: /x\n\nUser-agent: b\nDisallow: /z\n\nUser-agent: a\nDisallow: /y';
  const url = 'https://example.com';
  for (const robots of [peer(`${url}/robots.txt`, file), robotsParser(`${url}/robots.txt`, file)])
    expect([robots.isAllowed(`${url}/x`, 'a'), robots.isAllowed(`${url}/y`, 'a')]).toEqual([false, false]);
});

test('a URL of another site is not allowed', () => {
  const robots = robotsParser('https://example.com/robots.txt', 'User-agent: *\nDisallow: /');
  for (const url of [
    'http://example.com/',
    'https://www.example.com/',
    'https://example.com:444/',
    'mailto:a@b',
    '//',
  ]) {
    expect([robots.isAllowed(url), robots.isDisallowed(url), robots.getMatchingLineNumber(url)]).toEqual([
      undefined,
      true,
      -1,
    ]);
  }
});

test.each(['Y!J-SRD/1.0', 'Foo+Bot/2', '1 2/3', 'Бот/1', 'Foo/2', 'Foo Bot', '*/1', 'a/b/c'])(
  'reads the user agent %s as the package itself does',
  (ua) => {
    const file = `User-agent: ${ua}\nDisallow: /\nCrawl-delay: 3\n\nUser-agent: *\nDisallow: /y`;
    const url = 'https://example.com/x';
    const native = parseSync(file).matcher({ agents: ua });
    const robots = robotsParser('https://example.com/robots.txt', file);
    expect(native.isAllowed(url)).toBe(false);
    expect([
      robots.isAllowed(url, ua),
      robots.getMatchingLineNumber(url, ua),
      robots.getCrawlDelay(ua),
    ]).toEqual([false, 2, 3]);
  },
);

test('refuses a user agent or a URL that is no text', () => {
  const robots = robotsParser('https://example.com/robots.txt', '');
  for (const method of ['isAllowed', 'isDisallowed', 'getMatchingLineNumber'] as const)
    expect(() => robots[method]('/', 5 as never)).toThrow(/^ua is 5; a string is expected$/);
  expect(robotsParser('/robots.txt', '').isAllowed(null as never)).toBeUndefined();
  expect(() => robots.getCrawlDelay({} as never)).toThrow(
    /^ua is an instance of Object; a string is expected$/,
  );
  expect(() => robots.isAllowed(5 as never)).toThrow(/^url is 5; an absolute http, https or ftp URL/);
  expect(() => robotsParser({} as never)).toThrow(/^url is an instance of Object/);
});

test('takes any user agent', () => {
  const robots = robotsParser(
    'https://example.com/robots.txt',
    'User-agent: *\nDisallow: /x\nUser-agent: b\nCrawl-delay: 3',
  );
  for (const ua of ['', '/', ' ', '*', 'constructor', 'Mozilla/5.0 (compatible; b/1.0)', '(b)', 'é']) {
    expect(robots.isAllowed('https://example.com/x', ua)).toBe(false);
  }
  expect(robots.getCrawlDelay('B/2.0')).toBe(3);
  for (let nth = 0; nth < 200; nth++)
    expect(robots.isAllowed('https://example.com/x', `Bot${nth}`)).toBe(false);
});

test('takes octets, and refuses what is not a file', () => {
  const file = new TextEncoder().encode('User-agent: *\nDisallow: /x');
  expect(robotsParser('/robots.txt', file).isAllowed('/x')).toBe(false);
  expect(() => robotsParser('/robots.txt', 5 as never)).toThrow(TypeError);
});

test('lists no empty sitemaps, as robots-parser does', () => {
  const file = 'Sitemap:\nSitemap: # none\nSitemap: /s';
  for (const robots of [peer('/robots.txt', file), robotsParser('/robots.txt', file)])
    expect(robots.getSitemaps()).toEqual(['/s']);
});
