/**
 * The dispatchers through which requests reach proxies, one for each proxy. Crawlers rotate proxies, often with a name of their own for each session,
 * so the number that is kept has a bound.
 */
import type { Dispatcher } from 'undici';

export type Undici = typeof import('undici');

/** How many dispatchers are kept. */
const MAX_AGENTS = 256;

/** How a request connects. */
export interface ProxiedRequest {
  /** The proxy; undefined for none. */
  readonly proxyUrl?: string;
  readonly https?: { readonly rejectUnauthorized?: boolean };
}

/** The dispatchers of a crawler: for each proxy, one that checks certificates and one that does not. */
export class ProxyAgents {
  /** The least recently used first. */
  readonly #agents = new Map<string, Dispatcher>();

  /** How many are kept. */
  get size(): number {
    return this.#agents.size;
  }

  /**
   * The dispatcher of a request. The least recently used of too many is dropped without being closed, because requests may be using it: its idle
   * connections end after some seconds, and then nothing refers to it.
   */
  of({ Agent, ProxyAgent }: Pick<Undici, 'Agent' | 'ProxyAgent'>, request: ProxiedRequest): Dispatcher {
    const { proxyUrl = '', https } = request;
    const rejectUnauthorized = https?.rejectUnauthorized ?? true;
    const key = `${rejectUnauthorized} ${proxyUrl}`;
    const connect = { rejectUnauthorized };
    const agent =
      this.#agents.get(key) ??
      (proxyUrl === '' ? new Agent({ connect }) : new ProxyAgent({ uri: proxyUrl, requestTls: connect }));
    this.#agents.delete(key);
    this.#agents.set(key, agent);
    const [oldest] = this.#agents.keys();
    if (this.#agents.size > MAX_AGENTS && oldest !== undefined) this.#agents.delete(oldest);
    return agent;
  }
}
