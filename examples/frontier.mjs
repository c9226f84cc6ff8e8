/**
 * A crawler with a priority queue for each host. Waiting URLs hold no promises: the client says which host is free. Run it:
 *
 *     node examples/frontier.mjs https://example.com/
 */
import { pathToFileURL } from 'node:url';
import { createClient } from '@robotstream/client';

/**
 * Visits URLs, and the URLs that they lead to, each once. As soon as a host is free, its URL with the highest priority comes first.
 *
 * @param {object} crawl
 * @param {import('@robotstream/client').RobotsClient} crawl.client
 * @param {Iterable<string>} crawl.seeds
 * @param {(url: string) => Promise<Iterable<{ url: string, priority: number }>>} crawl.visit requests a URL, and returns those to visit later
 * @param {number} [crawl.width] how many requests are sent at once, to as many hosts
 */
export async function crawl({ client, seeds, visit, width = 100 }) {
  const free = client.hostsFree();
  /** The queues by host. A frontier of millions of URLs would keep them in a database. */
  const hosts = new Map();
  const seen = new Set();
  /** Hosts that a worker is visiting. Without this set, a host that has had no turn could come twice. */
  const busy = new Set();
  let unfinished = 0;

  const add = async (url, priority) => {
    if (seen.has(url)) return;
    seen.add(url);
    unfinished++;
    const host = await client.turnKey(url);
    const urls = hosts.get(host) ?? new PriorityQueue();
    hosts.set(host, urls);
    urls.add({ url, priority });
    if (!busy.has(host)) free.add(host);
  };

  const finish = () => {
    unfinished--;
    if (unfinished === 0) void free.return();
  };

  /** Visits the best URL of a host that is free. */
  const visitOne = async (host) => {
    const urls = hosts.get(host);
    const best = urls?.take();
    if (best === undefined) {
      hosts.delete(host);
      return;
    }
    try {
      if (!(await client.isAllowed(best.url))) return finish();
      const visited = await client.tryInTurn(best.url, () => visit(best.url));
      if (visited === undefined) {
        urls.add(best); // another process has the turn; the host comes again
        return;
      }
      for (const { url, priority } of visited.value) await add(url, priority);
    } catch (error) {
      console.error(`${best.url}: ${error.message}`);
    }
    finish();
  };

  for (const url of seeds) await add(url, 0);
  if (unfinished === 0) return;
  const worker = async () => {
    for await (const host of free) {
      if (busy.has(host)) continue;
      busy.add(host);
      await visitOne(host);
      busy.delete(host);
      if (hosts.has(host)) free.add(host); // it comes when its delay has passed, or at once if it had no turn
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** A binary heap: the item with the highest priority first. */
class PriorityQueue {
  #items = [];

  add(item) {
    let place = this.#items.length;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#items[parent].priority >= item.priority) break;
      this.#items[place] = this.#items[parent];
      place = parent;
    }
    this.#items[place] = item;
  }

  take() {
    const [first] = this.#items;
    const last = this.#items.pop();
    if (this.#items.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (this.#items[child + 1]?.priority > this.#items[child]?.priority) child++;
      if (!(this.#items[child]?.priority > last.priority)) break;
      this.#items[place] = this.#items[child];
      place = child;
    }
    this.#items[place] = last;
    return first;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const client = createClient({ userAgent: 'ExampleBot/1.0', agents: 'ExampleBot' });
  const visit = async (url) => {
    const response = await fetch(url, { headers: { 'user-agent': 'ExampleBot/1.0' }, redirect: 'manual' });
    console.log(response.status, url);
    const links = (await response.text()).matchAll(/<a\s[^>]*href="([^"#]+)/gi);
    // Links to other sites are left out, and short paths come first.
    return Array.from(links, ([, href]) => new URL(href, url))
      .filter(({ origin }) => origin === new URL(url).origin)
      .map(({ href, pathname }) => ({ url: href, priority: -pathname.length }));
  };
  await crawl({ client, seeds: process.argv.slice(2), visit });
  await client.close();
}
