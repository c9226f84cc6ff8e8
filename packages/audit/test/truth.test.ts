/** A generator plants crawlers whose behaviour is known, and the audit finds each, with the numbers. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import {
  type AuditClass,
  audit,
  type CrawlerAudit,
  type LogRequest,
  type RobotsVersion,
} from '../src/index.js';
import { request } from './support/log-lines.js';
import { naiveAudit } from './support/naive-audit.js';
import { type Behaviour, plantedLog } from './support/planted-log.js';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-10-01T00:00:00Z');
const CHANGE = START + 10 * DAY_MS;
const BEFORE = 'User-agent: *\nDisallow: /private/\n';
const AFTER = 'User-agent: *\nDisallow: /private/\nDisallow: /members/\n';
const VERSIONS: readonly RobotsVersion[] = [
  { since: START - 30 * DAY_MS, octets: Buffer.from(BEFORE), name: 'before' },
  { since: CHANGE, octets: Buffer.from(AFTER), name: 'after' },
];

const PLANTED: readonly (readonly [name: string, behaviour: Behaviour, found: AuditClass])[] = [
  ['GPTBot', { kind: 'obedient' }, 'obeys'],
  ['ClaudeBot', { kind: 'disobedient-from', day: 15 }, 'disobeys-after-asking'],
  ['Bytespider', { kind: 'never-asks' }, 'never-asked'],
  ['bingbot', { kind: 'obedient', isSpoofed: true }, 'spoofed'],
  ['CCBot', { kind: 'slow', hours: 20 }, 'obeys'],
  ['Amazonbot', { kind: 'slow', hours: 30 }, 'disobeys'],
];

const RANGES = '{"prefixes":[{"ipv4Prefix":"192.0.2.0/24"},{"ipv6Prefix":"2001:db8::/32"}]}';

describe('planted crawlers are found, with the numbers', async () => {
  const { addressRanges } = await import('../src/index.js');
  const { requests, truth } = plantedLog({
    start: START,
    days: 20,
    change: CHANGE,
    crawlers: PLANTED.map(([name, behaviour]) => ({ name, behaviour })),
    seed: 31,
  });
  const { crawlers } = await audit(requests, {
    robots: VERSIONS,
    ranges: addressRanges(RANGES, 'bingbot.json'),
  });

  test.each(PLANTED)('%s', (name, _, found) => {
    const crawler = crawlers.find((one) => one.crawler === name) as CrawlerAudit;
    expect(crawler).toMatchObject({ ...truth.get(name), class: found });
    expect(crawler.requests).toBe(crawler.allowed + crawler.disallowed + crawler.excused);
    expect(crawler.requests).toBeGreaterThan(100);
  });

  test('those that disobey come first', () => {
    expect(crawlers.map(({ disallowed }) => disallowed)).toEqual(
      crawlers.map(({ disallowed }) => disallowed).sort((a, b) => b - a),
    );
    expect(crawlers).toHaveLength(PLANTED.length);
  });
});

const hours = (n: number) => START + n * 3_600_000;
const aVersion = fc.record({
  since: fc.integer({ min: 0, max: 80 }),
  body: fc.constantFrom('', '/a', '/b', '/', '/a\nAllow: /a/b'),
});
const aRequest = fc.record({
  at: fc.integer({ min: 0, max: 100 }),
  path: fc.constantFrom('/', '/a', '/a/b', '/b', '/robots.txt', '/robots.txt?x'),
  name: fc.constantFrom('GPTBot', 'ExampleBot', 'Googlebot'),
  status: fc.constantFrom(200, 304, 404, 503, 301),
});

checkProperty(
  'the counts are those of a reference that tries each version of each request',
  fc.asyncProperty(
    fc.array(aVersion, { minLength: 1, maxLength: 5 }),
    fc.array(aRequest, { maxLength: 40 }),
    fc.integer({ min: 0, max: 40 }),
    async (versions, drawn, grace) => {
      const robots = versions.map(({ since, body }, i) => ({
        since: hours(since),
        octets: body === '' ? null : Buffer.from(`User-agent: *\nDisallow: ${body}\n`),
        name: `${i}`,
      }));
      const requests: LogRequest[] = drawn
        .sort((a, b) => a.at - b.at)
        .map(({ at, path, name, status }) =>
          request({ time: hours(at), path, status, userAgent: `${name}/1.0 (+https://example.com/)` }),
        );
      const graceMs = grace * 3_600_000;
      const { crawlers, noCrawler } = await audit(requests, { robots, graceMs });
      const found = new Map(
        crawlers.map(({ crawler, allowed, disallowed, excused, robotsFetches }) => [
          crawler,
          { allowed, disallowed, excused, robotsFetches },
        ]),
      );
      expect(found).toEqual(naiveAudit(requests, robots, graceMs));
      expect(noCrawler).toEqual({ requests: 0, robotsFetches: 0 });
    },
  ),
  { runsShare: 0.4 },
);

describe('the grace', () => {
  const HOUR_MS = 3_600_000;
  const since = START + 24 * HOUR_MS;
  const robots: readonly RobotsVersion[] = [
    { since: START - 1000 * HOUR_MS, octets: Buffer.from(''), name: 'open' },
    { since, octets: Buffer.from('User-agent: *\nDisallow: /a\n'), name: 'closed' },
  ];
  const countsOf = async (...drawn: (readonly [hours: number, path: string, status?: number])[]) => {
    const requests = drawn.map(([n, path, status = 200]) =>
      request({ time: since + n * HOUR_MS, path, status }),
    );
    const { crawlers } = await audit(requests, { robots });
    const { allowed, disallowed, excused, class: found } = crawlers[0] as CrawlerAudit;
    return [allowed, excused, disallowed, found];
  };

  test('excuses a crawler that has not fetched the change, for 24 hours', async () => {
    expect(await countsOf([-1, '/robots.txt'], [-0.5, '/a'], [0, '/a'], [23.9, '/a'])).toEqual([
      1,
      2,
      0,
      'obeys',
    ]);
    expect(await countsOf([-1, '/robots.txt'], [24, '/a'])).toEqual([0, 0, 1, 'disobeys']);
  });

  test('excuses none that has fetched it', async () => {
    expect(await countsOf([1, '/robots.txt'], [2, '/a'])).toEqual([0, 0, 1, 'disobeys-after-asking']);
    expect(await countsOf([1, '/robots.txt', 304], [2, '/a'])).toEqual([0, 0, 1, 'disobeys-after-asking']);
  });

  test('goes on after an answer without a file, and after a redirect', async () => {
    expect(await countsOf([1, '/robots.txt', 503], [2, '/a'])).toEqual([0, 1, 0, 'obeys']);
    expect(await countsOf([1, '/robots.txt', 301], [2, '/a'])).toEqual([0, 1, 0, 'obeys']);
  });

  test('begins anew where the server says that there is no file', async () => {
    expect(await countsOf([30, '/robots.txt', 404], [31, '/a'], [60, '/a'])).toEqual([0, 1, 1, 'disobeys']);
  });
});

describe('the class under one file for all times', () => {
  const robots = 'User-agent: *\nDisallow: /a\n\nUser-agent: CCBot\nDisallow: /\n';
  const classOf = async (userAgent: string, ...paths: readonly string[]) => {
    const requests = paths.map((path, i) => request({ time: START + i * 1000, path, userAgent }));
    return (await audit(requests, { robots })).crawlers[0]?.class;
  };

  test.each([
    ['never-asked', 'GPTBot', ['/a']],
    ['never-asked', 'GPTBot', ['/', '/b', '/c']],
    ['unclear', 'GPTBot', ['/', '/b']],
    ['unclear', 'GPTBot', ['/robots.txt']],
    ['obeys', 'CCBot', ['/robots.txt']],
    ['obeys', 'GPTBot', ['/robots.txt', '/b']],
    ['disobeys', 'GPTBot', ['/a', '/robots.txt', '/b']],
    ['disobeys-after-asking', 'GPTBot', ['/robots.txt', '/a']],
    ['never-asked', 'GPTBot', ['/robots.txt?x', '/a']],
    ['never-asked', 'GPTBot', ['/robots.txt/', '/a']],
  ] as const)('%s: %s requests %j', async (found, userAgent, paths) => {
    expect(await classOf(userAgent, ...paths)).toBe(found);
  });
});

test('a path that begins with two slashes is a path', async () => {
  const { crawlers } = await audit([request({ path: '//admin/a' }), request({ path: '//b.example/c' })], {
    robots: new TextEncoder().encode('User-agent: *\nDisallow: //admin\n'),
  });
  expect(crawlers[0]).toMatchObject({ allowed: 1, disallowed: 1 });
});
