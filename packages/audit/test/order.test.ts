/** Logs whose lines are not in the order of time, and a place in the report for each line. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import {
  type AuditReport,
  addressRanges,
  audit,
  auditLogs,
  auditPage,
  type LogInput,
  type LogRequest,
} from '../src/index.js';
import { BROWSER, combined, GPTBOT, request } from './support/log-lines.js';

const SECOND_MS = 1000;
const RANGES = addressRanges('{"prefixes":["203.0.113.0/24"]}', 'gptbot.json');
const CLOSED = 'User-agent: *\nDisallow: /private/\n';
const VERSIONS = [
  { since: 0, octets: Buffer.from(''), name: 'open' },
  { since: 300 * SECOND_MS, octets: Buffer.from(CLOSED), name: 'closed' },
];

const logOf = (name: string, lines: readonly string[]): LogInput => ({
  name,
  open: async function* () {
    yield Buffer.from(lines.join('\n'));
  },
});

checkProperty(
  'a log in any order has the report of the sorted log',
  fc.asyncProperty(
    fc.uniqueArray(fc.nat(600), { maxLength: 40 }).chain((seconds) =>
      fc.tuple(
        fc.constant(seconds),
        fc.shuffledSubarray(seconds, { minLength: seconds.length }),
        fc.array(fc.constantFrom('/', '/private/a', '/robots.txt'), {
          minLength: seconds.length,
          maxLength: seconds.length,
        }),
      ),
    ),
    async ([seconds, shuffled, paths]) => {
      const at = (second: number): LogRequest =>
        request({ time: second * SECOND_MS, path: paths[seconds.indexOf(second)] as string });
      const reportOf = (order: readonly number[]) =>
        audit(order.map(at), { robots: VERSIONS, graceMs: 100 * SECOND_MS });
      const inOrder = await reportOf([...seconds].sort((a, b) => a - b));
      expect(inOrder.outOfOrder).toBe(0);
      expect(await reportOf(shuffled)).toEqual(inOrder);
    },
  ),
  { runsShare: 0.3 },
);

describe('two servers wrote logs of the same time', () => {
  const LINES = 20_000;
  const timeOf = (i: number) => Date.parse('2026-11-24T00:00:00Z') + i * SECOND_MS;
  // One server answers the first request, which is for robots.txt. The other gets a request that it forbids, later.
  const one = Array.from({ length: LINES }, (_, i) =>
    combined({ time: timeOf(i), path: i === LINES / 2 ? '/robots.txt' : '/' }),
  );
  const other = Array.from({ length: LINES }, (_, i) =>
    combined({ time: timeOf(i), path: i === 0 ? '/private/x' : '/' }),
  );

  test('as two files, they are merged: the crawler asked after the request that robots.txt forbids', async () => {
    const report = await auditLogs([logOf('one', one), logOf('other', other)], { robots: CLOSED });
    expect([report.outOfOrder, report.crawlers[0]?.class]).toEqual([0, 'disobeys']);
    expect(auditPage(report)).not.toContain('after later ones');
  });

  test('as one file, the report says where the order is wrong', async () => {
    const report = await auditLogs([logOf('both', [...one, ...other])], { robots: CLOSED });
    expect(report.lines).toBe(2 * LINES);
    // Nearly all lines of the second server, except those that are sorted into the end of the first.
    expect(report.outOfOrder).toBeGreaterThan(LINES / 2);
    expect(report.outOfOrder).toBeLessThan(LINES);
    expect(auditPage(report)).toContain(
      `${report.outOfOrder.toLocaleString('en-US')} lines come after later ones, so a class may be wrong`,
    );
  });

  test('lines that end up some thousand lines late, as a slow response does, are sorted', async () => {
    const late = [...one];
    late.splice(LINES / 2 + 4000, 0, ...late.splice(LINES / 2, 1));
    const [sorted, found] = await Promise.all(
      [one, late].map((lines) => auditLogs([logOf('log', lines)], { robots: CLOSED })),
    );
    expect(found).toEqual(sorted);
  });
});

test('few long lines wait, and are counted where they are out of order', async () => {
  const path = `/${'x'.repeat(900_000)}`;
  const times = [...Array.from({ length: 30 }, (_, i) => 100 + i), 0];
  const report = await audit(
    times.map((second) => request({ time: second * SECOND_MS, path })),
    { robots: '' },
  );
  expect(report.outOfOrder).toBe(1);
});

/** Everything that a line may have become. */
function accounted({ unread, crawlers, noCrawler, notListed, otherHosts, withoutPath }: AuditReport): number {
  const claimed = crawlers.reduce((sum, crawler) => sum + crawler.claimed, 0);
  return (
    unread + claimed + noCrawler.requests + noCrawler.robotsFetches + notListed + otherHosts + withoutPath
  );
}

test('a request without a path is counted', async () => {
  const options = ['OPTIONS * HTTP/1.1', 'CONNECT example.com:443 HTTP/1.1', '-', '\\x16\\x03\\x01', ''].map(
    (line) => combined().replace('GET / HTTP/1.1', line),
  );
  const report = await auditLogs([logOf('log', [...options, combined()])], { robots: CLOSED });
  expect([report.lines, report.withoutPath, report.crawlers[0]?.claimed]).toEqual([6, 5, 1]);
});

const aRequestLine = fc.oneof(
  fc.constantFrom(
    'GET / HTTP/1.1',
    'GET /robots.txt HTTP/1.1',
    'GET /private/x HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    '-',
    '',
  ),
  fc.string(),
);
const anAgent = fc.oneof(
  fc.constantFrom(GPTBOT, BROWSER, '-', 'Googlebot/2.1 (+http://www.google.com/bot.html)'),
  fc.string().map((text) => `${text}bot/1.0 (+https://example.com/)`),
);
const aLine = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(aRequestLine, anAgent, fc.nat(1000), fc.constantFrom('', 'a.example:443 ', 'b.example:80 '))
      .map(
        ([line, userAgent, second, host]) =>
          `${host}${combined({ time: second * SECOND_MS, userAgent }).replace('GET / HTTP/1.1', () => line)}`,
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        time: fc.oneof(fc.nat(2e9), fc.double(), fc.string()),
        request: aRequestLine,
        user_agent: anAgent,
        status: fc.integer(),
      })
      .map((record) => JSON.stringify(record)),
  },
  { weight: 1, arbitrary: fc.string() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '  ',
      '#Fields: date time cs-uri-stem',
      '2026-11-24 10:00:00 /a',
      '{}',
      '#',
    ),
  },
);

checkProperty(
  'each line is unread, or a request in one of the counts',
  fc.asyncProperty(
    fc.array(fc.array(aLine, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
    fc.record({ hasHosts: fc.boolean(), areChecked: fc.boolean(), isCombined: fc.boolean() }),
    async (logs, { hasHosts, areChecked, isCombined }) => {
      const report = await auditLogs(
        logs.map((lines, i) => logOf(`${i}`, lines)),
        {
          ...(hasHosts ? { hosts: new Map([['a.example', CLOSED]]) } : { robots: CLOSED }),
          ...(areChecked && { ranges: RANGES }),
          ...(isCombined && { format: 'combined' }),
        },
      );
      expect(accounted(report)).toBe(report.lines);
      // The other formats have lines that are about no request.
      if (isCombined) expect(report.lines).toBe(logs.flat().filter((line) => line.trim() !== '').length);
    },
  ),
);
