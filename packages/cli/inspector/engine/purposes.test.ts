/** The page's first sentence says how much of the site is open, and to whom it is not. */
import { CRAWLERS } from 'robotstream/crawlers';
import { parseSync } from 'robotstream/web';
import { describe, expect, test } from 'vitest';
import { purposesOf } from './purposes.js';

const said = (file: string) => purposesOf(parseSync(file), { profile: 'rfc9309' });

/** What is said about search, AI training and AI answers. */
const opennessOf = (file: string) => said(file).purposes.map(({ openness }) => openness);

describe('a file with the same rules for all crawlers', () => {
  test.each([
    ['', 'everything'],
    ['User-agent: *\nDisallow:\n', 'everything'],
    ['User-agent: *\nDisallow: /x.html$\n', 'all but a few paths'],
    ['User-agent: *\nDisallow: /a/\nDisallow: /b/\n', 'all but a few paths'],
    [
      `User-agent: *\n${[...'abcdefgh'].map((name) => `Disallow: /${name}/\n`).join('')}`,
      'all but a long list of paths',
    ],
    ['User-agent: *\nDisallow: /\nAllow: /ads.txt\n', 'a few paths only'],
    ['User-agent: *\nDisallow: /\nAllow: /robots.txt$\n', 'nothing'],
    ['User-agent: *\nDisallow: /\n', 'nothing'],
  ])('%j: %s, without an exception', (file, words) => {
    expect(opennessOf(file)).toEqual([words, words, words]);
    expect(said(file).exceptions).toEqual([]);
  });
});

test('crawlers that are refused by name are exceptions, the least open first', () => {
  const file =
    'User-agent: *\nAllow: /\n\nUser-agent: CCBot\nUser-agent: GPTBot\nDisallow: /\n\nUser-agent: bingbot\nDisallow: /a/\n';
  expect(opennessOf(file)).toEqual(['everything', 'everything', 'everything']);
  expect(said(file).exceptions).toEqual([
    { openness: 'nothing', names: ['GPTBot', 'CCBot'].sort(byRegistry) },
    { openness: 'all but a few paths', names: ['bingbot'] },
  ]);
});

test('crawlers that are let in by name are exceptions, and the sentence is about all others', () => {
  const file = 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /\n';
  expect(opennessOf(file)).toEqual(['nothing', 'nothing', 'nothing']);
  const [exception, ...others] = said(file).exceptions;
  expect([exception?.openness, exception?.names[0], others]).toEqual(['everything', 'Googlebot', []]);
});

test('crawlers of another purpose are exceptions only if the file names them', () => {
  const file = 'User-agent: *\nDisallow: /\n';
  const ignoring = CRAWLERS.filter(({ obeysWildcard }) => !obeysWildcard).map(({ token }) => token);
  expect(ignoring).toContain('AdsBot-Google');
  expect(said(file).exceptions).toEqual([]);
  expect(said(`${file}\nUser-agent: AhrefsBot\nAllow: /\n`).exceptions).toEqual([
    { openness: 'everything', names: ['AhrefsBot'] },
  ]);
});

test('a file that closes the site to each crawler that trains says so, and search stays open', () => {
  const training = CRAWLERS.filter(({ purposes }) => purposes.join() === 'train-ai');
  const named = training.map(({ token }) => `User-agent: ${token}\n`).join('');
  const { purposes } = said(`${named}Disallow: /\n`);
  expect(purposes).toMatchObject([
    { purpose: 'search', openness: 'everything' },
    { purpose: 'train-ai', openness: 'nothing' },
    { purpose: 'ai-input', openness: 'everything' },
  ]);
});

test('a preference that asks for no training is said, although training may fetch everything', () => {
  const { purposes } = said('User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n');
  expect(purposes.map(({ openness, isAskedNot }) => [openness, isAskedNot])).toEqual([
    ['everything', false],
    ['everything', true],
    ['everything', false],
  ]);
});

/** The order of the registry. */
function byRegistry(one: string, other: string): number {
  const place = (name: string): number => CRAWLERS.findIndex(({ token }) => token === name);
  return place(one) - place(other);
}
