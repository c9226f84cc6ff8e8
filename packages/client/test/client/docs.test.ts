/** The examples of docs/client.md and docs/crawl.md do what they say, against real servers. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SQLITE_NEED, skipWithout } from '../../../../test/support/needs.js';
import { ACCESS_REASONS, createClient } from '../../src/index.js';
import { CHANNELS, TRACING_CHANNELS } from '../../src/lookup/events.js';
import { CLIENT_EXAMPLES, needsRedis, runAgainstServers } from './support/client-examples.js';

const PAGE = readFileSync('docs/client.md', 'utf8');

test.for(CLIENT_EXAMPLES.filter((one) => !needsRedis(one)).map((one, i) => [i + 1, one] as const))(
  'example %i',
  ([, one], context) => {
    if (one.code.includes('sqliteStore')) skipWithout(SQLITE_NEED, context);
    return runAgainstServers(one);
  },
);

test('every channel and reason is on the page', () => {
  for (const name of [
    ...Object.keys(CHANNELS),
    ...Object.keys(TRACING_CHANNELS),
    ...Object.keys(ACCESS_REASONS),
  ]) {
    expect(PAGE).toContain(`\`${name}\``);
  }
});

test('every option of createClient is in the section "Options", and no other', () => {
  const [, section = ''] = /^## Options\n(.*?)^## /ms.exec(PAGE) ?? [];
  const [, shared = ''] = /`fetchRobots` \((.*?)\)/s.exec(section) ?? [];
  const listed = [...shared.matchAll(/`(\w+)`/g), ...section.matchAll(/^\| `(\w+)` \|/gm)];
  const advice =
    'each option has a row | `name` | default | meaning | in a table of the section "Options" of docs/client.md';
  expect(listed.map(([, name]) => name).sort(), advice).toEqual(optionsOf(createClient).sort());
});

/** The options that a function takes, as its error for an unknown one lists them. */
function optionsOf(take: (options: never) => unknown): string[] {
  try {
    take({ noSuchOption: true } as never);
  } catch (error) {
    return (error as Error).message.replace(/^.*Known options: /, '').split(', ');
  }
  return [];
}
