/** Many logs are read in the order of time, each when its time has come. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import { auditLogs, type LogInput, logRequests } from '../src/index.js';
import { LogCounts } from '../src/logs/log-reader.js';
import { mergedBatches } from '../src/logs/merged.js';
import { combined } from './support/log-lines.js';

const MINUTE_MS = 60_000;

function logOf(
  name: string,
  minutes: readonly number[],
  opened: string[] = [],
  isCompressed = false,
): LogInput {
  const text = minutes
    .map((minute) => `${combined({ time: minute * MINUTE_MS, path: `/${name}/${minute}` })}\n`)
    .join('');
  return {
    name,
    open: async function* () {
      opened.push(name);
      yield isCompressed ? gzipSync(text) : Buffer.from(text);
    },
  };
}

async function targetsOf(inputs: readonly LogInput[], counts = new LogCounts()): Promise<string[]> {
  const targets: string[] = [];
  for await (const batch of mergedBatches(inputs, { counts }))
    targets.push(...batch.map(({ target }) => target));
  return targets;
}

test('rotated logs are read from the oldest, and one is open at a time', async () => {
  const opened: string[] = [];
  const counts = new LogCounts();
  const inputs = [
    logOf('log', [30, 31], opened),
    logOf('log.1', [20, 21], opened, true),
    logOf('log.2', [1, 2], opened),
  ];
  expect(await targetsOf(inputs, counts)).toEqual([
    '/log.2/1',
    '/log.2/2',
    '/log.1/20',
    '/log.1/21',
    '/log/30',
    '/log/31',
  ]);
  // Each is looked at first.
  expect(opened).toEqual(['log', 'log.1', 'log.2', 'log.2', 'log.1', 'log']);
  expect(counts).toMatchObject({ lines: 6, unread: 0 });
});

test('logs of the same time are merged', async () => {
  expect(await targetsOf([logOf('a', [1, 4, 5, 9]), logOf('b', [2, 3, 6]), logOf('c', [])])).toEqual([
    '/a/1',
    '/b/2',
    '/b/3',
    '/a/4',
    '/a/5',
    '/b/6',
    '/a/9',
  ]);
});

checkProperty(
  'the requests of logs that are in order are in order, and none is lost',
  fc.asyncProperty(fc.array(fc.array(fc.nat(200), { maxLength: 8 }), { maxLength: 5 }), async (logs) => {
    const sorted = logs.map((minutes) => [...minutes].sort((a, b) => a - b));
    const inputs = sorted.map((minutes, i) => ({ ...logOf(`${i}`, minutes), once: i === 0 }));
    const minutes = (await targetsOf(inputs)).map((target) => Number(target.split('/')[2]));
    expect(minutes).toEqual(sorted.flat().sort((a, b) => a - b));
  }),
  { runsShare: 0.3 },
);

test('a signal ends a log that never ends, with what was read', async () => {
  const ending = new AbortController();
  const endless: LogInput = {
    name: 'endless',
    open: async function* () {
      yield Buffer.from(`${combined({ path: '/private/a' })}\n`);
      ending.abort();
      await new Promise(() => {});
    },
  };
  const report = await auditLogs([endless], {
    robots: 'User-agent: *\nDisallow: /private/',
    signal: ending.signal,
  });
  expect(report).toMatchObject({ isPartial: true, lines: 1, crawlers: [{ disallowed: 1 }] });
});

test('an error of a log is that of the audit', async () => {
  const broken: LogInput = {
    name: 'broken',
    // biome-ignore lint/correctness/useYield: it fails before
    open: async function* () {
      throw new Error('the disk is gone');
    },
  };
  await expect(auditLogs([broken], { robots: '' })).rejects.toThrow('the disk is gone');
});

test('the line within which a compressed log is cut off is no request, wherever the cut is', async () => {
  const whole = gzipSync(
    Array.from({ length: 40 }, (_, at) => `${combined({ path: `/${at}${'x'.repeat(at)}` })}\n`).join(''),
  );
  for (let length = 20; length < whole.length; length++) {
    const cut = whole.subarray(0, length);
    const counts = new LogCounts();
    const targets: string[] = [];
    for await (const { target } of logRequests([cut], { counts })) targets.push(target);
    expect(targets).toEqual(targets.map((_, at) => `/${at}${'x'.repeat(at)}`));
    expect(counts.lines).toBe(targets.length + counts.unread);
    expect(counts.unread).toBeLessThanOrEqual(1);
    if (counts.unread === 1) expect(counts.examples[0]?.reason).toBe('its end cannot be decompressed');
  }
});

test('damage to a compressed log is reported, and what is around it is read', async () => {
  const members = ['/a', '/b', '/c'].map((path) => gzipSync(`${combined({ path })}\n`));
  (members[1] as Buffer).fill(0xff, 12, 30);
  const faults: string[] = [];
  const input: LogInput = {
    name: 'log.gz',
    open: async function* () {
      yield Buffer.concat(members);
    },
  };
  const report = await auditLogs([input], {
    robots: '',
    onFault: (name, message) => faults.push(`${name}: ${message}`),
  });
  expect(report.lines).toBe(2);
  expect(faults).toEqual([expect.stringMatching(/^log.gz: the gzip member does not decompress/)]);
});
