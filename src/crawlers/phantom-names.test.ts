import { expect, test } from 'vitest';
import { parseSync } from '../parse.js';
import { crawlersNamedIn } from './named-in.js';
import { CRAWLERS } from './registry.js';

const namedBy = (name: string) =>
  crawlersNamedIn([{ document: parseSync(`User-agent: ${name}\nDisallow: /\n`) }]).filter(
    (one) => one !== '*',
  );

test.each(CRAWLERS.map(({ token }) => token))('a line for %s names registered crawlers alone', (token) => {
  const registered = new Set(CRAWLERS.map((one) => one.token.toLowerCase()));
  expect(namedBy(token).filter((name) => !registered.has(name.toLowerCase()))).toEqual([]);
});

test.each([
  ['Example2 bot', ['Example2', 'Example2 bot']],
  ['peer39_crawler/1.0', ['peer39_crawler']],
  ['scoop.it', ['scoop.it']],
  ['Y!J', ['Y!J']],
  ['FooBot, BarBot', ['FooBot']],
])('a line for %s, which is not registered, names what a crawler may send', (line, names) => {
  expect(namedBy(line)).toEqual(names);
});
