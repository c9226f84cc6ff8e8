import { expect, test } from 'vitest';
import { parseSync } from '../parse.js';
import { crawlersNamedIn } from './differences.js';
import { CRAWLERS } from './registry.js';

const namedBy = (name: string) =>
  crawlersNamedIn([{ document: parseSync(`User-agent: ${name}\nDisallow: /\n`) }]).filter(
    (one) => one !== '*',
  );

test.each(CRAWLERS.map(({ token }) => token))('a line for %s names registered crawlers alone', (token) => {
  const registered = new Set(CRAWLERS.map((one) => one.token.toLowerCase()));
  expect(namedBy(token).filter((name) => !registered.has(name.toLowerCase()))).toEqual([]);
});

test('a name that is not registered keeps all names that may be meant', () => {
  expect(namedBy('Example2 bot')).toEqual(['Example', 'Example2', 'Example2 bot']);
});
