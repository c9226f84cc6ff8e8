/**
 * The worker judges hostile files about as quickly as ordinary ones of the same size, which take it some 20 ms: a verdict never takes
 * the 500 ms after which a page seems frozen. Compared is processor time, so neither a slow nor a busy machine matters.
 */
import { expect, test } from 'vitest';
import { Engine } from '../../inspector/engine/engine.js';
import { INITIAL_STATE } from '../../inspector/state/state.js';

/** How many times as long a hostile file may take. Those below take up to 8 times as long. */
const MAX_RATIO = 40;

/** The least time of so many is what the work takes. */
const RUNS = 3;

const FILE_OCTETS = 500 * 1024;

/** A text repeated to the size of a file. */
function filled(text: string): string {
  return text.repeat(Math.floor(FILE_OCTETS / text.length));
}

const LONG_URL = `/${'a'.repeat(2000)}`;

const FILES: readonly (readonly [name: string, file: string])[] = [
  ['one pattern of wildcards', `User-agent: *\nDisallow: /${filled('*a')}`],
  ['many patterns of wildcards', `User-agent: *\n${filled(`Disallow: /${'*a'.repeat(500)}$\n`)}`],
  ['short patterns of wildcards', `User-agent: *\n${filled('Disallow: /*a*a*a*b\n')}`],
  ['HTML', `<!doctype html>\n${filled('<p class="a">User-agent: * Disallow: /</p>\n')}`],
  ['NUL', filled('\0')],
  ['one line', `Disallow: /${filled('a')}`],
  ['lines without text', filled('\r')],
  ['a group for each line', filled('User-agent: a\nDisallow: /\n')],
  ['user-agent lines alone', filled('User-agent: Googlebot\n')],
];

const ORDINARY = Array.from({ length: 20_000 }, (_, i) => `Disallow: /section/${i}/\n`).join('');

/** The processor time that the first question takes, in microseconds. */
function judgingTime(file: string): number {
  const octets = new TextEncoder().encode(file);
  const { crawlers, profile } = INITIAL_STATE;
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    const engine = new Engine();
    engine.setFile('file', octets);
    const answer = engine.answer('verdicts', { urls: `/\n${LONG_URL}`, crawlers, profile });
    let step = answer.next();
    while (!step.done) step = answer.next();
    const { user, system } = process.cpuUsage(before);
    expect(step.value.rowsDone).toBe(2);
    return user + system;
  });
  return Math.min(...times);
}

test.each(FILES)('%s', (_, file) => {
  const ordinary = judgingTime(`User-agent: *\n${ORDINARY}`);
  expect(judgingTime(file) / ordinary).toBeLessThan(MAX_RATIO);
});
