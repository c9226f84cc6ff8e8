/** The drop-in for robots-parser passes robots-parser's own tests and example, and differs from it where docs/migrating.md says so. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import peer from 'robots-parser';
import { describe, expect, test } from 'vitest';
import robotsParser, * as compat from '../../src/compat/robots-parser.js';

const FOLDER = createRequire(import.meta.url)
  .resolve('robots-parser')
  .replace(/index\.js$/, '');
const ITS_TESTS = readFileSync(`${FOLDER}test/Robots.js`, 'utf8');
const ITS_README = readFileSync(`${FOLDER}README.md`, 'utf8');

/** Its tests that contradict RFC 9309 or the URL Standard, and why. */
const DEPARTURES: ReadonlyMap<string, string> = new Map([
  ['should handle lone high / low surrogates', 'a file consists of octets, which have no lone surrogates'],
]);

describe("robots-parser's own tests", () => {
  const names: string[] = [];
  const it = (name: string, body: () => void): void => {
    names.push(name);
    if (DEPARTURES.has(name)) test.fails(`${name} (${DEPARTURES.get(name)})`, body);
    else test(name, body);
  };
  const load = (name: string): unknown => (name === 'chai' ? { expect } : robotsParser);
  const group = (_: string, body: () => void): void => body();
  new Function('require', 'describe', 'it', ITS_TESTS)(load, group, it);

  test('are all there', () => {
    expect(names.length).toBeGreaterThan(35);
    expect([...DEPARTURES.keys()].filter((name) => !names.includes(name))).toEqual([]);
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

test('is what require gives', () => {
  expect(compat['module.exports']).toBe(robotsParser);
});

test.each<[string, string, string, string | undefined, boolean, boolean]>([
  ['combines groups', 'User-agent: a\nDisallow: /x\n\nUser-agent: a\nDisallow: /y', '/y', 'a', false, false],
  ['reads misspelled fields', 'User-agent: *\nDissalow: /x', '/x', undefined, true, false],
  ['reads a line without a colon', 'User-agent *\nDisallow /x', '/x', undefined, true, false],
  [
    'knows that robots.txt is always allowed',
    'User-agent: *\nDisallow: /',
    '/robots.txt',
    undefined,
    false,
    true,
  ],
  [
    'finds a group by the product token in a name with a version',
    'User-agent: a 2\nDisallow: /x',
    '/x',
    'a',
    true,
    false,
  ],
])('%s', (_, file, path, ua, its, ours) => {
  const url = 'https://example.com';
  expect(peer(`${url}/robots.txt`, file).isAllowed(url + path, ua)).toBe(its);
  expect(robotsParser(`${url}/robots.txt`, file).isAllowed(url + path, ua)).toBe(ours);
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
