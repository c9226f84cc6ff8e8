/** Reports by purpose: who may train, who may search, who may answer. */
import { expect, test } from 'vitest';
import { parseSync } from '../core.js';
import { accessByPurpose, CRAWLER_PURPOSES, CRAWLERS, crawlerReport, PURPOSE_WORDS } from './index.js';
import { purposeNamed } from './purposes.js';

const NAMES = ['GPTBot', 'OAI-SearchBot', 'ClaudeBot', 'Googlebot', 'FooBot'];

function byPurpose(text: string) {
  const report = accessByPurpose(crawlerReport(parseSync(text), NAMES));
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  return Object.fromEntries(
    report.map(({ purpose, everything, something, nothing, askedNot }) => [
      purpose,
      {
        everything: names(everything),
        something: names(something),
        nothing: names(nothing),
        askedNot: names(askedNot),
      },
    ]),
  );
}

test('a report is sorted by what the crawlers are for', () => {
  const report = byPurpose('User-agent: GPTBot\nDisallow: /\n\nUser-agent: ClaudeBot\nDisallow: /a\n');
  expect(report['train-ai']).toMatchObject({ nothing: ['GPTBot'], something: ['ClaudeBot'], everything: [] });
  expect(report.search.everything).toEqual(['OAI-SearchBot', 'Googlebot']);
  expect(Object.keys(report)[0]).toBe('train-ai');
});

test('askedNot lists a crawler that may fetch a page but is asked not to train on it', () => {
  const report = byPurpose('User-agent: *\nContent-Usage: train-ai=n\nAllow: /\n');
  expect(report['train-ai']).toMatchObject({
    askedNot: ['GPTBot', 'ClaudeBot'],
    everything: ['GPTBot', 'ClaudeBot'],
  });
  expect(report.search.askedNot).toEqual([]);
  expect(byPurpose('User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n')['train-ai'].askedNot).toEqual([
    'GPTBot',
    'ClaudeBot',
  ]);
});

test('every purpose of the registry has words, and a name of its own', () => {
  expect(Object.keys(PURPOSE_WORDS).sort()).toEqual(Object.keys(CRAWLER_PURPOSES).sort());
  for (const { purposes } of CRAWLERS)
    for (const purpose of purposes) expect(purposeNamed(PURPOSE_WORDS[purpose].name)).toBe(purpose);
  expect(() => purposeNamed('trian')).toThrow(
    'name is "trian"; the purposes are train, search, answer, user, archive, ads, seo, other; did you mean train?',
  );
});
