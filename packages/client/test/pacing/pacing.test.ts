/** A client that paces, over real servers. */
import { Agent, request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { ManualClock, rest } from '../../../../test/support/manual-clock.js';
import {
  type ClientOptions,
  createClient,
  type ObeyOptions,
  type PacingOptions,
  RefusalError,
  type RobotsClient,
  robotsFetch,
  robotsInterceptor,
} from '../../src/index.js';
import { newClient, until } from '../client/support/clients.js';
import { startPages } from '../client/support/pages.js';
import { heard } from '../lookup/support/heard.js';

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
  const ms = (await client.nextTurnAt('http://a.example/2')) - clock.now();
  let hasTurn = false;
  void client.turn(new URL('http://a.example/2')).then(() => (hasTurn = true));
  await clock.advance(ms - 1);
  expect(hasTurn).toBe(false);
  await clock.advance(1);
  expect(hasTurn).toBe(true);
  return ms;
}

describe('the time between two turns', () => {
  const over =
    (ms: number) =>
    (line: string): [string, number] => [`User-agent: *\n${line}\n`, ms];
  test.each([
    ['', 1000],
    ['User-agent: *\nCrawl-delay: 2.5\n', 2500],
    ['User-agent: *\nRequest-rate: 1/5\n', 5000],
    ['User-agent: *\nRequest-rate: 2/1m\n', 30_000],
    // The time of day is noon: at the start of the first times, and at the end of the last.
    ...['1200-1300', '1100-1300', '1200-1100', '2300-1300'].map((time) =>
      over(5000)(`Request-rate: 1/5 ${time}`),
    ),
    ...['1300-1400', '1300-1100', '1000-1100', '1100-1200', '2300-1200', '1200-1200'].map((time) =>
      over(1000)(`Request-rate: 1/5 ${time}`),
    ),
    ['User-agent: *\nCrawl-delay: 2\nRequest-rate: 1/5\n', 5000],
    ['User-agent: *\nCrawl-delay: 7\nRequest-rate: 1/5\n', 7000],
    ['User-agent: OtherBot\nCrawl-delay: 7\n', 1000],
    ...['Crawl-delay: 60.001', 'Crawl-delay: 999999999.999', 'Crawl-delay: 0\nRequest-rate: 1/2h'].map(
      over(60_000),
    ),
    ...['Crawl-delay: 0', 'Crawl-delay: 0.999', 'Request-rate: 99999999/1'].map(over(1000)),
  ])('%j: %i ms', async (file, ms) => {
    expect(await delayUnder(file)).toBe(ms);
  });

  test.each<[Partial<PacingOptions>, string, number]>([
    [{ defaultDelayMs: 0 }, 'Crawl-delay: 0', 0],
    [{ defaultDelayMs: 50 }, 'Crawl-delay: 0', 50],
    [{ defaultDelayMs: 50 }, 'Crawl-delay: 0.1', 100],
    [{ defaultDelayMs: 5000 }, 'Crawl-delay: 0', 1000],
    [{ defaultDelayMs: 5000 }, 'Crawl-delay: 2', 2000],
    [{ defaultDelayMs: 90_000 }, '', 90_000],
    [{ defaultDelayMs: 90_000 }, 'Crawl-delay: 4000000', 90_000],
    [{ minDelayMs: 0 }, 'Crawl-delay: 0', 0],
    [{ minDelayMs: 0 }, '', 1000],
    [{ minDelayMs: 3000 }, '', 3000],
    [{ minDelayMs: 90_000 }, 'Crawl-delay: 100', 90_000],
    [{ maxDelayMs: 100_000 }, 'Crawl-delay: 99', 99_000],
    [{ maxDelayMs: 100_000 }, 'Crawl-delay: 101', 100_000],
    [{ maxDelayMs: 500 }, '', 500],
    [{ maxDelayMs: 500 }, 'Crawl-delay: 0', 500],
    [{ maxDelayMs: 0 }, 'Crawl-delay: 7', 0],
    [{ aboveMaxDelay: 'cap' }, 'Crawl-delay: 61', 60_000],
    [{ aboveMaxDelay: 'refuse' }, 'Crawl-delay: 60', 60_000],
    [{ aboveMaxDelay: 'refuse', maxDelayMs: 500 }, '', 500],
  ])('under %j, %j: %i ms', async (pacing, line, ms) => {
    const { client } = await knowing(`User-agent: *\n${line}\n`, { pacing });
    expect((await client.turn('http://a.example/')).delayMs).toBe(ms);
  });
});

test('the delay that a site asks for, and the one that is used, are results and messages', async () => {
  const { client, clock } = await knowing('User-agent: *\nCrawl-delay: 4000000\n');
  await client.put('http://b.example./', '');
  await client.put('http://c.example/', 'User-agent: *\nCrawl-delay: 2\n');
  const asked = { askedDelayMs: 4e9, delayMs: 60_000 };
  const none = { askedDelayMs: null, delayMs: 1000 };
  const obeys = { askedDelayMs: 2000, delayMs: 2000 };
  const messages = await heard('robotstream:turn', async () => {
    expect(await client.turn('http://a.example/')).toEqual(asked);
    const second = client.inTurn('http://a.example/', (turn) => turn);
    await clock.advance(60_000);
    expect(await second).toEqual(asked);
    expect(await client.turn('http://b.example./')).toEqual(none);
    expect(await client.turn('http://c.example/')).toEqual(obeys);
  });
  expect(messages).toEqual([
    ...Array(2).fill({ robotsUrl: 'http://a.example/robots.txt', key: 'a.example', ...asked }),
    { robotsUrl: 'http://b.example./robots.txt', key: 'b.example', ...none },
    { robotsUrl: 'http://c.example/robots.txt', key: 'c.example', ...obeys },
  ]);
});

describe('a site that asks for more than the crawler accepts', () => {
  const pacing = { aboveMaxDelay: 'refuse' } as const;

  test('gets no turn, and its requests are refused', async () => {
    const { client } = await knowing('User-agent: *\nCrawl-delay: 60.001\nDisallow: /x\n', { pacing });
    const url = 'http://a.example/1';
    const message = `${url}: the robots.txt asks for 60001 ms between requests, which is more than pacing.maxDelayMs`;
    const refusal = { name: 'RobotsError', code: 'delay-too-long', message, url, askedDelayMs: 60_001 };
    const error = await client.turn(url).catch((reason) => reason);
    expect(error).toBeInstanceOf(RefusalError);
    expect(error).toMatchObject(refusal);
    expect(error.answer).toMatchObject({ allowed: true, reason: 'no-matching-rule' });
    await expect(client.inTurn(url, () => {})).rejects.toMatchObject(refusal);
    await expect(robotsFetch(client, { pace: true })(url)).rejects.toMatchObject(refusal);
    const dispatcher = new Agent().compose(robotsInterceptor(client, { pace: true }));
    onTestFinished(() => dispatcher.destroy());
    await expect(request(url, { dispatcher })).rejects.toMatchObject(refusal);
    const disallowed = robotsFetch(client, { pace: true })('http://a.example/x');
    await expect(disallowed).rejects.toMatchObject({ code: 'disallowed', askedDelayMs: null });
    expect(client.stats()).toMatchObject({ turns: 0, waiting: 0 });
  });

  test('is paced by the default delay under a profile that ignores Crawl-delay', async () => {
    const file = 'User-agent: *\nCrawl-delay: 61\n';
    const { client } = await knowing(file, { pacing, profile: 'google' });
    expect(await client.turn('http://a.example/')).toEqual({ askedDelayMs: null, delayMs: 1000 });
  });
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
    const endless = client.inTurn('http://a.example/1', () => new Promise(() => {}), { signal });
    await rest();
    enough.abort(new Error('enough'));
    await expect(endless).rejects.toThrow('enough');
    const next = client.inTurn('http://a.example/2', () => 'next');
    await rest();
    await clock.advance(2000);
    expect(await next).toBe('next');
  });
});

/** The page of the package says so: "where the site asks for a delay (`Crawl-delay`, `Request-rate`), it waits for its turn". */
type Way = readonly [
  name: string,
  (client: RobotsClient, options?: ObeyOptions) => (url: string) => Promise<number>,
];
const WAYS: readonly Way[] = [
  [
    'robotsFetch',
    (client, options) => {
      const obey = robotsFetch(client, options);
      return async (url) => (await obey(url)).status;
    },
  ],
  [
    'robotsInterceptor',
    (client, options) => {
      const dispatcher = new Agent().compose(robotsInterceptor(client, options));
      onTestFinished(() => dispatcher.destroy());
      return async (url) => {
        const { statusCode, body } = await request(url, { dispatcher });
        await body.dump();
        return statusCode;
      };
    },
  ],
];

/** How long after the first request the second one comes, in milliseconds; null if neither waits for a turn. */
async function gap(
  way: Way,
  file: string,
  options: Partial<ClientOptions>,
  obey: ObeyOptions | undefined,
): Promise<number | null> {
  const pages = await startPages();
  const { client, clock } = await knowing('', options);
  await client.put(pages.origin, file);
  const visit = way[1](client, obey);
  expect(await visit(`${pages.origin}/one`)).toBe(200);
  const second = visit(`${pages.origin}/two`);
  const isPaced = client.stats().turns > 0;
  let ms = 0;
  if (isPaced) {
    await until(() => client.stats().waiting === 1);
    while (client.stats().waiting === 1) {
      expect(pages.visits).toEqual(['GET /one']);
      await clock.advance(500);
      ms += 500;
    }
  }
  expect(await second).toBe(200);
  expect(pages.visits).toEqual(['GET /one', 'GET /two']);
  return isPaced ? ms : null;
}

const asking = 'User-agent: *\nCrawl-delay: 5\n';
test.each(WAYS)(
  'requests that obey %s keeps the delay that a file asks for, and waits nowhere else',
  async (...way) => {
    const set = { pacing: { defaultDelayMs: 2000 } };
    expect({
      'Crawl-delay': await gap(way, asking, {}, undefined),
      'Request-rate': await gap(way, 'User-agent: *\nRequest-rate: 1/3\n', {}, {}),
      'asked, pace: false': await gap(way, asking, {}, { pace: false }),
      'asked, a profile that ignores it': await gap(way, asking, { profile: 'google' }, {}),
      nothing: await gap(way, '', {}, {}),
      'a delay of zero': await gap(way, 'User-agent: *\nCrawl-delay: 0\n', {}, {}),
      'nothing, set by the program': await gap(way, '', set, {}),
      'nothing, set by the program, pace: false': await gap(way, '', set, { pace: false }),
      'nothing, pace: true': await gap(way, '', {}, { pace: true }),
    }).toEqual({
      'Crawl-delay': 5000,
      'Request-rate': 3000,
      'asked, pace: false': null,
      'asked, a profile that ignores it': null,
      nothing: null,
      'a delay of zero': null,
      'nothing, set by the program': 2000,
      'nothing, set by the program, pace: false': null,
      'nothing, pace: true': 1000,
    });
  },
);

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
    const dispatcher = new Agent().compose(robotsInterceptor(client, { pace: true }));
    onTestFinished(() => dispatcher.destroy());
    const obey = robotsFetch(client, { pace: true });
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

  test('are refused if the rules changed while they waited', async () => {
    const pages = await startPages();
    const { client, clock } = await knowing('');
    const obey = robotsFetch(client, { pace: true });
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
