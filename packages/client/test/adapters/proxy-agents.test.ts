/** The dispatchers of a crawler that rotates proxies: the same one for the same proxy, and no more than a number of them. */
import { Agent, ProxyAgent } from 'undici';
import { expect, test } from 'vitest';
import { ProxyAgents } from '../../src/adapters/proxy-agents.js';

const UNDICI = { Agent, ProxyAgent };
const proxy = (session: number) => ({ proxyUrl: `http://session-${session}:secret@127.0.0.1:9/` });

test('the same dispatcher for the same proxy, and others without checks of certificates', () => {
  const agents = new ProxyAgents();
  const [direct, proxied] = [agents.of(UNDICI, {}), agents.of(UNDICI, proxy(1))];
  expect(direct).toBeInstanceOf(Agent);
  expect(proxied).toBeInstanceOf(ProxyAgent);
  expect(agents.of(UNDICI, {})).toBe(direct);
  expect(agents.of(UNDICI, { https: { rejectUnauthorized: true } })).toBe(direct);
  expect(agents.of(UNDICI, proxy(1))).toBe(proxied);
  expect(agents.of(UNDICI, { ...proxy(1), https: { rejectUnauthorized: false } })).not.toBe(proxied);
  expect(agents.size).toBe(3);
});

test('however many sessions a crawler has, the least recently used are dropped', () => {
  const agents = new ProxyAgents();
  const [kept, dropped] = [agents.of(UNDICI, {}), agents.of(UNDICI, proxy(0))];
  for (let session = 1; session <= 1000; session++) {
    agents.of(UNDICI, proxy(session));
    expect(agents.of(UNDICI, {})).toBe(kept);
  }
  expect(agents.size).toBe(256);
  expect(agents.of(UNDICI, proxy(1000))).toBe(agents.of(UNDICI, proxy(1000)));
  expect(agents.of(UNDICI, proxy(0))).not.toBe(dropped);
});
