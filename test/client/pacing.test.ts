/** A client that paces, over real servers. */
import { Agent, request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ClientOptions, createClient, robots, robotsFetch } from '../../src/client/index.js';
import { later } from '../support/later.js';
import { ManualClock, rest } from '../support/manual-clock.js';
import { newClient, until } from './support/clients.js';
import { startPages } from './support/pages.js';

/** A client that knows one file, with a clock that the test moves. */
async function knowing(file: string, options: Partial<ClientOptions> = {}) {
  const clock = new ManualClock(Date.UTC(2026, 0, 1, 12));
  const client = createClient({ userAgent: 'ExampleBot/1.0', agents: 'ExampleBot', clock, ...options });
  onTestFinished(() => client.close());
  await client.put('http://a.example/', file);
  return { client, clock };
}

/** When a second turn comes, in milliseconds after the first. */
async function delayUnder(file: string, options: Partial<ClientOptions> = {}): Promise<number> {
  const { client, clock } = await knowing(file, options);
  await client.turn('http://a.example/1');
  const start = clock.now();
  let at: number | undefined;
  void client.turn(new URL('http://a.example/2')).then(() => (at = clock.now()));
  await rest();
  while (at === undefined) await clock.advance(50);
  return at - start;
}

describe('the time between two turns', () => {
  test.each([
    ['', 1000],
    ['User-agent: *\nCrawl-delay: 2.5\n', 2500],
    ['User-agent: *\nCrawl-delay: 0\n', 0],
    ['User-agent: *\nRequest-rate: 1/5\n', 5000],
    ['User-agent: *\nRequest-rate: 2/1m\n', 30_000],
    ['User-agent: *\nRequest-rate: 1/5 1100-1300\n', 5000],
    ['User-agent: *\nRequest-rate: 1/5 2300-1300\n', 5000],
    ['User-agent: *\nRequest-rate: 1/5 1300-1400\n', 1000],
    ['User-agent: *\nCrawl-delay: 2\nRequest-rate: 1/5\n', 5000],
    ['User-agent: *\nCrawl-delay: 7\nRequest-rate: 1/5\n', 7000],
    ['User-agent: OtherBot\nCrawl-delay: 7\n', 1000],
  ])('%j: %i ms', async (file, ms) => {
    expect(await delayUnder(file)).toBe(ms);
  });

  test('is the default under a profile that ignores what files ask for, and where the caller sets it', async () => {
    expect(await delayUnder('User-agent: *\nCrawl-delay: 7\n', { profile: 'google' })).toBe(1000);
    expect(await delayUnder('', { pacing: { defaultDelayMs: 50 } })).toBe(50);
    expect(await delayUnder('User-agent: *\nCrawl-delay: 7\n', { pacing: { defaultDelayMs: 50 } })).toBe(
      7000,
    );
  });
});

test('a host with the dot of the root is the same host', async () => {
  const { client, clock } = await knowing('', { overrides: { 'a.example.': 'allow-all' } });
  await client.turn('http://a.example/1');
  let isOver = false;
  void client.turn('http://a.example./2').then(() => (isOver = true));
  await clock.advance(999);
  expect(isOver).toBe(false);
  await clock.advance(1);
  expect(isOver).toBe(true);
});

describe('inTurn', () => {
  test('counts the delay from the end, even after a failure', async () => {
    const { client, clock } = await knowing('User-agent: *\nCrawl-delay: 2\n');
    const page = later<string>();
    const first = client.inTurn('http://a.example/1', () => page.promise);
    const seen: number[] = [];
    const start = clock.now();
    const second = client.inTurn('http://a.example/2', () => {
      seen.push(clock.now() - start);
      throw new Error('no page');
    });
    const third = client.inTurn('http://a.example/3', () => seen.push(clock.now() - start));
    second.catch(() => {});
    await clock.advance(10_000);
    expect(seen).toEqual([]);
    expect(client.stats()).toMatchObject({ waiting: 2, turns: 1 });
    page.resolve('page');
    expect(await first).toBe('page');
    await clock.advance(2000);
    await expect(second).rejects.toThrow('no page');
    await clock.advance(2000);
    await third;
    expect(seen).toEqual([12_000, 14_000]);
  });

  test('gives up with its signal and with the client', async () => {
    const { client } = await knowing('');
    await client.turn('http://a.example/');
    const enough = new AbortController();
    const aborted = client.inTurn('http://a.example/', () => {}, { signal: enough.signal });
    const waiting = client.turn('http://a.example/');
    await rest();
    enough.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    const closed = client.close();
    await expect(waiting).rejects.toMatchObject({ code: 'client-closed' });
    await closed;
    await expect(client.turn('http://a.example/')).rejects.toMatchObject({ code: 'client-closed' });
  });

  test('ends with its signal, though what is done in it goes on', async () => {
    const { client, clock } = await knowing('User-agent: *\nCrawl-delay: 2\n');
    const enough = new AbortController();
    const { signal } = enough;
    const begun = later();
    const endless = client.inTurn(
      'http://a.example/1',
      () => {
        begun.resolve();
        return new Promise(() => {});
      },
      { signal },
    );
    await begun.promise;
    enough.abort(new Error('enough'));
    await expect(endless).rejects.toThrow('enough');
    const next = client.inTurn('http://a.example/2', () => 'next');
    await rest();
    await clock.advance(2000);
    expect(await next).toBe('next');
  });

  test('refuses what is not a function or a URL, and too long a queue', async () => {
    const { client } = await knowing('', { pacing: { maxQueue: 1 } });
    await expect(client.inTurn('http://a.example/', 7 as never)).rejects.toThrow('act is 7');
    await expect(client.turn('/path')).rejects.toThrow(TypeError);
    await client.turn('http://a.example/');
    void client.turn('http://a.example/').catch(() => {});
    await rest();
    await expect(client.turn('http://a.example/')).rejects.toMatchObject({ code: 'queue-full' });
    expect(() => createClient({ userAgent: 'a', agents: 'a', pacing: { perHost: 0 } })).toThrow(RangeError);
  });
});

describe('requests that pace', () => {
  const pacing = { defaultDelayMs: 20 };

  test('are as far apart at the server as they should be, through undici and through fetch', async () => {
    const pages = await startPages();
    pages.setRobots('User-agent: *\nCrawl-delay: 0.02\nDisallow: /private\n');
    const arrivals: number[] = [];
    let atOnce = 0;
    let most = 0;
    for (const path of ['/page', '/slow']) {
      pages.on(path, (_request, response) => {
        arrivals.push(performance.now());
        most = Math.max(most, ++atOnce);
        setImmediate(() => {
          atOnce--;
          response.end(path);
        });
      });
    }
    const client = newClient({ pacing });
    const dispatcher = new Agent().compose(robots(client, { pace: true }));
    onTestFinished(() => dispatcher.destroy());
    const obey = robotsFetch(client, fetch, { pace: true });
    const asked = Array.from({ length: 20 }, async (_, i) => {
      if (i % 2 === 0) return (await obey(`${pages.origin}/page`)).text();
      const { body } = await request(`${pages.origin}/slow`, { dispatcher });
      return body.text();
    });
    expect(await Promise.all(asked)).toEqual(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? '/slow' : '/page')),
    );
    expect(most).toBe(1);
    const gaps = arrivals.slice(1).map((at, i) => at - arrivals[i]);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(20);
    expect(client.stats().turns).toBe(20);
    await expect(obey(`${pages.origin}/private`)).rejects.toMatchObject({ code: 'disallowed' });
    await obey(`${pages.origin}/robots.txt`);
    expect(client.stats().turns).toBe(20);
  });

  test('that are aborted while they wait take no turn, and one whose body is not read delays no other', async () => {
    const pages = await startPages();
    const large = Buffer.alloc(1024 * 1024, 'x');
    pages.on('/large', (_request, response) => void response.end(large));
    const { client, clock } = await knowing('');
    const dispatcher = new Agent().compose(robots(client, { pace: true }));
    onTestFinished(() => dispatcher.destroy());
    const unread = await request(`${pages.origin}/large`, { dispatcher });
    const enough = new AbortController();
    const aborted = request(`${pages.origin}/aborted`, { dispatcher, signal: enough.signal });
    const third = request(`${pages.origin}/third`, { dispatcher });
    await until(() => client.stats().waiting === 2);
    enough.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    await clock.advance(1000);
    await (await third).body.dump();
    expect(pages.visits).toEqual(['GET /large', 'GET /third']);
    unread.body.destroy();
    unread.body.on('error', () => {});
  });

  test('are refused if the rules changed while they waited', async () => {
    const pages = await startPages();
    const { client, clock } = await knowing('');
    const obey = robotsFetch(client, fetch, { pace: true });
    await obey(`${pages.origin}/one`);
    const second = obey(`${pages.origin}/two`);
    const third = obey(`${pages.origin}/three`);
    second.catch(() => {});
    await until(() => client.stats().waiting === 2);
    await client.put(pages.origin, 'User-agent: *\nDisallow: /two\n');
    await clock.advance(1000);
    await expect(second).rejects.toMatchObject({ code: 'disallowed' });
    await clock.advance(1000);
    expect((await third).status).toBe(200);
    expect(pages.visits).toEqual(['GET /one', 'GET /three']);
  });
});
