/** Clients in processes of their own, which end by themselves. */
import { describe, expect, test } from 'vitest';
import { SQLITE_NEED } from '../../../../test/support/needs.js';
import { newFile } from '../store/support/sqlite-files.js';
import { newSite } from './support/clients.js';
import { type Report, useWorker } from './support/workers.js';

const FILE = 'User-agent: *\nDisallow: /private\n';

const worker = useWorker();

describe('once a client is closed, its process ends by itself', () => {
  test.runIf(SQLITE_NEED.isMet)('with a SQLite file', async () => {
    const site = await newSite(FILE);
    const file = newFile();
    for (const sources of [['fetch'], ['store']]) {
      const child = worker.start({ url: `${site.origin}/private`, questions: 10, file });
      expect(await child.next<Report>()).toMatchObject({ allowed: [false], sources });
      expect(await child.ended).toBe(0);
    }
    expect(site.requests.length).toBe(1);
  });

  test('with a Redis server that is not there: it fetches, and says that the store fails', async () => {
    const site = await newSite(FILE);
    const child = worker.start({
      url: `${site.origin}/private`,
      questions: 10,
      redis: 'redis://127.0.0.1:1',
    });
    const report = await child.next<Report>();
    expect(report).toMatchObject({ allowed: [false], sources: ['fetch'], stats: { fetches: 1 } });
    expect(report.stats.storeFailures).toBeGreaterThan(0);
    expect(await child.ended).toBe(0);
  });
});

describe('with nothing else to keep it alive', () => {
  test('a process does not end before its questions on a store that hangs are answered, nor while it closes', async () => {
    const site = await newSite(FILE);
    const child = worker.start({
      url: `${site.origin}/private`,
      questions: 1,
      hangs: true,
      storeTimeoutMs: 1,
    });
    expect(await child.next<Report>()).toMatchObject({ allowed: [false], stats: { fetches: 1 } });
    expect(await child.ended).toBe(0);
  });

  test('a client that is left open keeps no process alive', async () => {
    const site = await newSite(FILE);
    for (const store of [
      {},
      { hangs: true, storeTimeoutMs: 1 },
      ...(SQLITE_NEED.isMet ? [{ file: newFile() }] : []),
      { redis: 'redis://127.0.0.1:1' },
    ]) {
      const child = worker.start({ url: `${site.origin}/private`, questions: 1, stays: true, ...store });
      expect(await child.next<Report>()).toMatchObject({ allowed: [false] });
      expect(await child.ended).toBe(0);
    }
  });
});
