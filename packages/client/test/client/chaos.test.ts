/**
 * A fleet of clients while server, name resolution, store and clock go wrong at random. Whatever happens: every question ends;
 * no verdict differs from the sites' script; memory stays within its bound; nothing is unhandled; nothing is left open.
 * `ROBOTSTREAM_PROPERTY_SEED` repeats what goes wrong, as far as timing allows.
 */
import { createServer } from 'node:http';
import { platform } from 'node:os';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { defineProfile } from '../../../../src/index.js';
import { byEffort } from '../../../../test/support/effort.js';
import { systemClock } from '../../src/fetch/clock.js';
import { createClient, type RobotsClient } from '../../src/index.js';
import { SharedStore } from '../store/support/stores.js';
import {
  ChaoticClock,
  chaoticLookup,
  chaoticServer,
  chaoticStore,
  Dice,
  fileOf,
  hasRules,
  passing,
  SITES,
} from './support/chaos.js';
import { until } from './support/clients.js';
import { listen, stop } from './support/site.js';

const QUESTIONS = byEffort({ quick: 150, full: 3_000 });
const CLIENTS = 3;
const CRAWLERS_PER_CLIENT = 8;
/** Failures are tried again at once, so that most questions are answered by rules. */
const QUICK_TO_RETRY = defineProfile({
  name: 'quick-to-retry',
  access: { retryFirstMs: 1, retryFirst503Ms: 1, retryMaxMs: 50 },
});
const MEMORY_OCTETS = 100_000;

// Elsewhere only 127.0.0.1 is an address of loopback.
describe.runIf(platform() === 'linux')('chaos', () => {
  test(`${QUESTIONS} questions`, async () => {
    const seed = inject('property').seed ?? Math.floor(Math.random() * 2 ** 31);
    console.log(`chaos: seed ${seed}`);
    const dice = new Dice(seed);
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));

    const server = createServer({ keepAlive: false }, chaoticServer(dice));
    const port = await listen(server, '0.0.0.0');
    const shared = new SharedStore(systemClock);
    const clock = new ChaoticClock();
    const newClient = (): RobotsClient =>
      createClient({
        userAgent: `${dice.pick(['BotA', 'BotB'])}/1.0`,
        agents: ['BotA', 'BotB'],
        store: { ...chaoticStore(shared, dice), timeoutMs: 50, leaseMs: 300 },
        clock,
        connect: { lookup: chaoticLookup(dice) },
        timeouts: { connectMs: 1000, headersMs: 1000, bodyMs: 1000, totalMs: 3000 },
        profile: QUICK_TO_RETRY,
        concurrency: { total: 12, perHost: 2, perAddress: 2 },
        memoryOctets: MEMORY_OCTETS,
        minLifetimeMs: dice.pick([0, 100, 1000]),
      });

    const wrong: string[] = [];
    const counts = { asked: 0, answered: 0, deferred: 0, givenUp: 0, closed: 0 };
    const clients = Array.from({ length: CLIENTS }, newClient);
    const isOver = (): boolean => counts.asked >= QUESTIONS;

    /** Asks one question, and compares the answer with the script. */
    const ask = async (client: RobotsClient): Promise<void> => {
      const site = Math.floor(dice.roll() * SITES);
      const origin = `http://s${site}.test:${port}`;
      const path = dice.pick(['/public', `/private-${site}`, `/private-${site + 1}`]);
      const controller = new AbortController();
      const fate = dice.roll();
      if (fate < 0.1) void passing(dice.roll() * 200).then(() => controller.abort(new Error('given up')));
      if (fate > 0.99) await client.forget(origin);
      else if (fate > 0.98)
        await client.put(origin, hasRules(site) ? fileOf(site) : '', { status: hasRules(site) ? 200 : 404 });
      else if (fate > 0.97) await client.refresh(origin, { signal: controller.signal });
      const { allowed, deferred, explanation } = await client.check(origin + path, {
        signal: controller.signal,
      });
      counts.answered++;
      if (deferred) counts.deferred++;
      const expected = !hasRules(site) || path !== `/private-${site}`;
      // While a robots.txt is unreachable nothing is allowed, and the answer says that it is for now.
      if (allowed !== expected && !(deferred && !allowed)) wrong.push(`${origin}${path}: ${explanation}`);
    };
    const crawl = async (index: number): Promise<void> => {
      while (!isOver()) {
        const client = clients[index];
        counts.asked++;
        try {
          await ask(client);
        } catch (error) {
          const { message, code } = error as { message: string; code?: string };
          if (message === 'given up') counts.givenUp++;
          else if (code === 'client-closed') counts.closed++;
          else throw new Error(`chaos: seed ${seed}, question ${counts.asked}`, { cause: error });
        }
        const { octets, entries } = client.stats();
        // Back-offs of evicted sites may take three eighths more.
        if (octets > MEMORY_OCTETS * 1.375) wrong.push(`memory: ${entries}, ${octets}`);
      }
    };
    /** Sets the clock, and ends a client in the midst of its work. */
    const disturb = async (): Promise<void> => {
      while (!isOver()) {
        await passing(100);
        clock.jump(dice);
        if (dice.roll() > 0.1) continue;
        const index = Math.floor(dice.roll() * CLIENTS);
        const old = clients[index];
        clients[index] = newClient();
        await old.close();
        expect(old.stats(), `seed ${seed}`).toMatchObject({ pending: 0, fetching: 0, queued: 0 });
      }
    };
    const crawlers = Array.from({ length: CLIENTS * CRAWLERS_PER_CLIENT }, (_, i) => crawl(i % CLIENTS));
    await Promise.all([disturb(), ...crawlers]);
    for (const client of clients) {
      await client.close();
      expect(client.stats(), `seed ${seed}`).toMatchObject({ pending: 0, fetching: 0, queued: 0 });
    }
    // Nothing is left open: the clients, not the server, have closed every connection.
    let open = -1;
    server.getConnections((_, count) => (open = count));
    await until(() => {
      if (open > 0) server.getConnections((_, count) => (open = count));
      return open === 0;
    });
    await stop(server);
    console.log(`chaos: ${JSON.stringify(counts)}`);
    expect(wrong, `seed ${seed}`).toEqual([]);
    expect(unhandled, `seed ${seed}`).toEqual([]);
    expect(counts.answered).toBeGreaterThan(0);
  });
});
