/** What is remembered of an input to answer its redirects is bounded, and no answer is wrong beyond the bound. */
import { expect, test } from 'vitest';
import { Redirects } from '../src/rows/redirects.js';
import type { Answer } from '../src/rows/shared-answers.js';
import { TextMemory } from '../src/rows/text-memory.js';

const answer = (line: number, pattern: string | null = null): Answer => ({
  allowed: true,
  line,
  directive: null,
  pattern,
  reason: 'no-matching-rule',
  selectedBy: 'star',
  restriction: 'none',
  refusedShare: null,
  crawlDelay: null,
  appliedUsage: [],
  statedUsage: [],
});

const robots = (host: string) => `https://${host}.example/robots.txt`;
const redirect = (url: string, fetchedAt: string | null = null) => ({
  source: 'input',
  inputOffset: 0,
  offsetInMember: 0,
  url,
  fetchedAt,
  datePrecision: fetchedAt === null ? null : 'second',
});

const ends = (redirects: Redirects) => Array.from(redirects.ends(), ([{ url }, end]) => [url, end] as const);

test('beyond the bound a redirect has no answer, and what was remembered has the right one or none', () => {
  const redirects = new Redirects(1);
  const [early, late] = ['2024-01-01T00:00:00.000Z', '2024-02-01T00:00:00.000Z'];
  for (const host of ['a', 'b', 't', 'u']) {
    if (host < 't')
      expect(redirects.addRedirect(redirect(robots(host), late), robots(host === 'a' ? 't' : 'u'))).toBe(
        true,
      );
    else redirects.addCapture(robots(host), early, [answer(1)]);
  }
  let waiting = 0;
  const many = 200_000;
  while (waiting < many && redirects.addRedirect(redirect(robots(`r${waiting}`)), robots(`x${waiting}`)))
    waiting++;
  expect(waiting).toBeGreaterThan(50_000);
  expect(waiting).toBeLessThan(many);
  // A capture that is nearer to the redirect is not remembered, so that the one before must not answer.
  redirects.addCapture('https://T.example/robots.txt', late, [answer(2)]);
  redirects.addCapture(robots('new'), late, [answer(2)]);
  expect(redirects.addRedirect(redirect(robots('more')), robots('u'))).toBe(false);
  const [a, b, ...others] = ends(redirects);
  expect(a).toEqual([robots('a'), { kind: 'not-captured' }]);
  expect(b).toEqual([robots('b'), { kind: 'answered', url: robots('u'), answers: [answer(1)] }]);
  expect(others).toHaveLength(waiting);
});

test('as many distinct answers as there are characters; one more, and its capture is not remembered', () => {
  const count = 0x10000;
  const redirects = new Redirects(count);
  redirects.addRedirect(redirect(robots('a')), robots('t'));
  const answers = Array.from({ length: count }, (_, line) => answer(line));
  redirects.addCapture(robots('t'), null, answers);
  expect(ends(redirects)).toEqual([[robots('a'), { kind: 'not-captured' }]]);
});

test('answers that differ in any cell are told apart, and each crawler and path gets its own', () => {
  const lists: Answer[][] = [
    [answer(1), answer(1), answer(2)],
    [answer(1), answer(1), answer(1)],
    [answer(2, ''), answer(2, 'null'), answer(2, null)],
    [
      { ...answer(1), appliedUsage: null },
      { ...answer(1), statedUsage: null },
      { ...answer(1), allowed: null },
    ],
    [
      { ...answer(1), statedUsage: ['a:b=c', 'd:e=f'] },
      { ...answer(1), crawlDelay: 1 },
      { ...answer(1), refusedShare: 1 },
    ],
  ];
  const redirects = new Redirects(3);
  for (const [nth, list] of lists.entries()) {
    redirects.addRedirect(redirect(robots(`r${nth}`)), robots(`t${nth}`));
    redirects.addCapture(robots(`t${nth}`), null, list);
  }
  expect(ends(redirects).map(([, end]) => (end.kind === 'answered' ? end.answers : end.kind))).toEqual(lists);
});

test.each([
  ['https://0x7f.1/robots.txt', 'https://127.0.0.1/robots.txt'],
  ['https://2130706433/robots.txt', 'https://127.0.0.1/robots.txt'],
  ['https://a.example.:443/robots.txt', 'https://a.example./robots.txt'],
  ['https://bücher.example/robots.txt', 'https://xn--bcher-kva.example/robots.txt'],
  ['https://a_b.example/robots.txt#c', 'https://a_b.example/robots.txt'],
  ['https://u:p@a.example:80/robots.txt', 'https://a.example:80/robots.txt'],
  ['ftp://a.example:21/robots.txt', 'ftp://a.example/robots.txt'],
  ['https://a.example/robots.txt?q', 'https://a.example/robots.txt?q'],
])('a capture of %s is a target %s', (url, target) => {
  const redirects = new Redirects(1);
  redirects.addRedirect(redirect(robots('r')), target);
  redirects.addCapture(url, null, [answer(1)]);
  expect(ends(redirects)).toEqual([[robots('r'), { kind: 'answered', url, answers: [answer(1)] }]]);
});

test('texts have numbers in the order in which they are new, whatever their length and letters', () => {
  const memory = new TextMemory();
  const urls = Array.from({ length: 5000 }, (_, nth) => `https://${'ä€😀'.repeat(nth % 7)}${nth}.example/`);
  urls.push('', 'x'.repeat(100_000));
  expect(urls.map((url) => memory.find(url)).filter((number) => number !== undefined)).toEqual([]);
  const numbers = Array.from(urls.keys());
  for (let round = 0; round < 2; round++) expect(urls.map((url) => memory.add(url))).toEqual(numbers);
  expect(urls.map((url) => memory.find(url))).toEqual(numbers);
  expect(numbers.map((number) => memory.text(number))).toEqual(urls);
  expect(memory.count).toBe(urls.length);
});
