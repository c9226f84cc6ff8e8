/** The largest files that the parsing limit allows, with default options: each is fetched once, however it is asked about. */
import { Agent, request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PARSING_LIMIT_OCTETS } from '../../../../src/limits.js';
import { byEffort } from '../../../../test/support/effort.js';
import { type Answer, type RobotsClient, robotsFetch, robotsInterceptor } from '../../src/index.js';
import { newClient } from './support/clients.js';
import { startSite } from './support/site.js';

/** A file of as many of these lines as the parsing limit allows. */
function filled(line: (nth: number) => string): string {
  const lines = ['User-agent: *\nDisallow: /private\n'];
  let length = lines[0].length;
  for (let nth = 0; ; nth++) {
    const next = line(nth);
    length += next.length;
    if (length > PARSING_LIMIT_OCTETS) return lines.join('');
    lines.push(next);
  }
}

const FILES: readonly (readonly [string, string])[] = [
  ['rules', filled((nth) => `Disallow: /some/path/${nth}\n`)],
  ['rules with wildcards', filled((nth) => `Disallow: /*${nth}*x$\n`)],
  ['half as many short rules', filled(() => 'Disallow:/a\n').slice(0, 250_000)],
  ['the shortest rules', filled(() => 'allow:\n')],
  ['groups', filled((nth) => `user-agent:${nth.toString(36).replace(/\d/g, '_')}\nallow:\n`)],
  ['records about usage', filled(() => 'Content-Usage: train-ai=n\n')],
  ['other records', filled(() => 'a:\n')],
  ['sitemaps', filled((nth) => `sitemap:/${nth}\n`)],
  ['comments', filled(() => '#\n')],
];

/** Asks in every way, and reads everything that an answer has. */
const WAYS: readonly (readonly [string, (client: RobotsClient, origin: string) => unknown])[] = [
  ['isAllowed', (client, origin) => client.isAllowed(`${origin}/private`)],
  ['areAllowed', (client, origin) => client.areAllowed([`${origin}/private`, `${origin}/`])],
  ['check', async (client, origin) => read(await client.check(`${origin}/private`))],
  ['peek', (client, origin) => read(client.peek(`${origin}/private`))],
  ['site().check', async (client, origin) => read((await client.site(origin)).check(`${origin}/private`))],
  [
    'robots',
    async (client, origin) => (await client.robots(origin)).document?.groups.map(({ rules }) => rules),
  ],
  [
    'explain',
    async (client, origin) =>
      (await documentOf(client, origin)).matcher({ agents: 'ExampleBot' }).explain('/private'),
  ],
  ['usage', async (client, origin) => (await documentOf(client, origin)).usage('ExampleBot', '/private')],
  ['crawlDelay', (client, origin) => client.crawlDelay(origin)],
  ['host', (client, origin) => client.host(origin)],
  ['sitemaps', (client, origin) => client.sitemaps(origin)],
  ['turn', (client, origin) => client.turn(origin)],
];

/** Reads the group of the deciding rule, with its lists. */
function read(answer: Answer | undefined): unknown {
  const group = answer?.verdict?.group;
  return [group?.userAgents, group?.rules, group?.extensions];
}

async function documentOf(client: RobotsClient, origin: string) {
  const { document } = await client.robots(origin);
  if (document === null) throw new Error(`${origin} has no robots.txt`);
  return document;
}

/** Requests pages of a site in every way. */
const FETCHES: readonly (readonly [
  string,
  (client: RobotsClient, pace: boolean) => (url: string) => Promise<unknown>,
])[] = [
  ['robotsFetch', (client, pace) => robotsFetch(client, { pace })],
  [
    'the interceptor',
    (client, pace) => {
      const agent = new Agent().compose(robotsInterceptor(client, { pace }));
      onTestFinished(() => agent.destroy());
      return (url) => request(url, { dispatcher: agent });
    },
  ],
];

/** A site that sends the file as its robots.txt, and how often it was asked for it. */
async function siteWith(file: string) {
  const site = await startSite();
  onTestFinished(() => site.close());
  site.answer((asked, response) => response.end(asked.url === '/robots.txt' ? file : ''));
  const fetches = (): number => site.requests.filter(({ url }) => url === '/robots.txt').length;
  return { origin: site.origin, fetches };
}

const QUESTIONS = 4;
const UNPACED = { pacing: { defaultDelayMs: 0 } };

describe.each(byEffort({ quick: FILES.slice(2, 3), full: FILES }))(
  'a file of %s is fetched once',
  (_, file) => {
    test.each(WAYS)('for %s alone', async (_way, ask) => {
      const { origin, fetches } = await siteWith(file);
      const client = newClient(UNPACED);
      for (let i = 0; i < QUESTIONS; i++) await ask(client, origin);
      expect(fetches()).toBe(_way === 'peek' ? 0 : 1);
    });

    test.each(FETCHES)('for pages requested by %s', async (_way, obey) => {
      const { origin, fetches } = await siteWith(file);
      for (const pace of [false, true]) {
        const client = newClient(UNPACED);
        const send = obey(client, pace);
        for (let i = 0; i < QUESTIONS; i++) await send(`${origin}/public/${i}`);
        await expect(send(`${origin}/private`)).rejects.toThrow('Disallowed');
        await client.close();
      }
      expect(fetches()).toBe(2);
    });
  },
);

describe('with little memory', () => {
  const [[, file]] = FILES;

  test('a file of which only the octets fit is fetched once, and answered as ever', async () => {
    const { origin, fetches } = await siteWith(file);
    const client = newClient({ ...UNPACED, memoryOctets: 5 * 1024 * 1024 });
    for (let i = 0; i < QUESTIONS; i++) {
      for (const [, ask] of WAYS) await ask(client, origin);
      expect(await client.check(`${origin}/private`)).toMatchObject({
        allowed: false,
        verdict: { rule: { line: 2 } },
      });
      expect(await client.areAllowed([`${origin}/some/path/1`, `${origin}/other`])).toEqual([false, true]);
    }
    expect(fetches()).toBe(1);
    expect(client.stats().octets).toBeLessThan((5 / 8) * 1024 * 1024);
  });
});
