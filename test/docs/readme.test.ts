/**
 * The README's examples do what they say: each runs, and prints what its `// →` comments promise.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { format } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as robotstream from '../../src/index.js';

const ROBOTS_TXT = 'User-agent: FooBot\nCrawl-delay: 5\nDisallow: /shop/cart\n';

/** What `https://example.com/robots.txt` answers, on a real socket. */
const server = createServer((_, response) => response.end(ROBOTS_TXT));

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

const examples = [...readFileSync('README.md', 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map(
  ([, code]) => code,
);

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(3);
});

test.each(examples.map((code) => [code.split('\n')[0], code]))('%s …', async (_, code) => {
  const printed: string[] = [];
  await run(code, {
    load: (name: string) => (name === 'robotstream' ? robotstream : import(/* @vite-ignore */ name)),
    console: { log: (...values: unknown[]) => printed.push(format(...values)) },
    fetch: () => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/robots.txt`),
  });
  expect(printed).toEqual(Array.from(code.matchAll(/\/\/ → (.*)$/gm), ([, promised]) => promised));
});

/** Runs a module's code, its imports turned into calls of `load`. */
async function run(code: string, names: { [name: string]: unknown }): Promise<void> {
  const body = code.replace(/^import (\{.*?\}) from ('.*?');$/gms, 'const $1 = await load($2);');
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<void>;
  await new AsyncFunction(...Object.keys(names), body)(...Object.values(names));
}
