/** `crawlerDifferences`: where two files, or two profiles, differ for each crawler. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseSync } from '../core.js';
import { callerNamed } from './caller.js';
import { crawlerDifferences, crawlersNamedIn } from './index.js';
import { crawlersToCompare } from './named-in.js';

const side = (text: string, profile?: 'rfc9309' | 'google') => ({ document: parseSync(text), profile });
const paths = (differences: readonly { readonly path: string }[]) => differences.map(({ path }) => path);

test('the crawlers to compare have each name as either profile reads it', () => {
  const koster = {
    document: parseSync('User-agent: Y!J-MBS/1.0\nDisallow: /'),
    profile: 'koster-1996',
  } as const;
  const rfc9309 = side('User-agent: Y!J-MBS\nDisallow: /');
  const { names } = crawlersToCompare(koster, rfc9309);
  expect(names).toEqual(['*', 'Y!J-MBS', 'Y!J-MBS/1.0']);
  const found = crawlerDifferences(koster, rfc9309, names);
  expect(found.find(({ agents }) => agents.includes('Y!J-MBS/1.0'))?.opens).toHaveLength(1);
});

describe('the differences', () => {
  test('are those of each crawler as it finds its groups', () => {
    const before = side('User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n');
    const after = side('User-agent: Googlebot\nDisallow: /b\n\nUser-agent: *\nDisallow: /\n');
    const names = ['*', 'Googlebot-News', 'Googlebot/2.1', 'AdsBot-Google'];
    const found = crawlerDifferences(before, after, names);
    expect(found.map(({ agents, opens, closes }) => [agents, paths(opens), paths(closes)])).toEqual([
      [['*'], [], []],
      [['Googlebot-News', 'Googlebot/2.1'], ['/a'], ['/b']],
      [['AdsBot-Google'], [], []],
    ]);
    expect(found.every(({ isExhaustive, escaped }) => isExhaustive && escaped.length === 0)).toBe(true);
  });

  test('between profiles leave out of opens and closes what only percent-encoded spellings show', () => {
    const text = 'User-agent: *\nDisallow: /a\nDisallow: /%7Euser\n';
    const [found] = crawlerDifferences(side(text, 'rfc9309'), side(text, 'google'), ['*']);
    expect(paths(found.opens)).toEqual(['/~user']);
    expect(found.closes).toEqual([]);
    expect(found.escaped.map(({ before }) => before.line)).toEqual([2]);
  });

  test('may be incomplete if the steps run out, and the entry says so', () => {
    const before = side(`User-agent: *\n${'Disallow: /*a*b*c*d\n'.repeat(20)}`);
    const after = side(`User-agent: *\n${'Disallow: /*d*c*b*a\n'.repeat(20)}`);
    expect(crawlerDifferences(before, after, ['*'], { maxSteps: 2 })[0].isExhaustive).toBe(false);
  });

  test('are none without names', () => {
    expect(crawlerDifferences(side(''), side(''), [])).toEqual([]);
  });

  test('refuse arguments that are not as documented', () => {
    const any = side('');
    expect(() => crawlerDifferences(any, any, 'GPTBot' as never)).toThrow(/^names is "GPTBot"/);
    expect(() => crawlerDifferences(any, any, [''])).toThrow(TypeError);
    expect(() => crawlerDifferences(any, any, ['*'], { maxSteps: 1 })).toThrow(RangeError);
    expect(() => crawlerDifferences(any, any, ['*'], { steps: 1 } as never)).toThrow(/steps/);
    expect(() => crawlerDifferences(any, { ...any, profile: 'nosuch' as never }, ['*'])).toThrow(/nosuch/);
  });
});

describe('the crawlers that files name', () => {
  test('are listed once each, after *, without versions', () => {
    const text =
      'User-agent: GPTBot/1.0\nUser-agent: *\nUser-agent: gptbot\nUser-agent: Übot\nUser-agent: *x\n';
    expect(crawlersNamedIn([side(text), side('User-agent: Other bot\n')])).toEqual([
      '*',
      'GPTBot',
      'Übot',
      '*x',
      'Other',
      'Other bot',
    ]);
    expect(crawlersNamedIn([])).toEqual(['*']);
  });

  test('are found without making an error for each line that names none', () => {
    const makeError = vi.fn<(...args: unknown[]) => Error>(() => new Error('a name was refused'));
    vi.stubGlobal('TypeError', makeError);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(crawlersNamedIn([side('User-agent:\nUser-agent: /\nUser-agent: (a)\n')])).toEqual(['*']);
    expect(makeError).not.toHaveBeenCalled();
  });

  test('are limited to as many as can be compared quickly, and the others are counted', () => {
    const many = side(
      Array.from({ length: 3_000 }, (_, i) => `User-agent: bot${i}x\nDisallow: /\n`).join(''),
    );
    const { names, leftOut } = crawlersToCompare(many, many);
    expect(names.length).toBeLessThan(300);
    expect(names.length + leftOut).toBe(crawlersNamedIn([many, many]).length);
  });
});

test('a name means the crawler of the registry, or a product token', () => {
  expect(callerNamed('googlebot-news/2.1')).toEqual({ crawler: 'Googlebot-News' });
  expect(callerNamed('MyBot/2.1')).toBe('MyBot/2.1');
  // A matcher compares ASCII letters alone without their case, and trims no other white space.
  for (const name of ['\u212Aagibot', '\u00a0Googlebot', 'Googlebot\n', '\ufeffGPTBot'])
    expect(callerNamed(name)).toBe(name);
  expect(callerNamed(' \tkagibot /1')).toEqual({ crawler: 'Kagibot' });
});

describe('sides without a profile', () => {
  /** `google` takes `User-agents` for `User-agent`; `rfc9309` does not. */
  const before = side('User-agents: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /c\n');
  const after = side('User-agents: Googlebot\nDisallow: /b\n\nUser-agent: *\nDisallow: /c\n');

  test('name the crawlers that their own profiles find', () => {
    expect(crawlersNamedIn([before])).toEqual(['*', 'Googlebot']);
    expect(crawlersNamedIn([side('User-agents: GPTBot\nDisallow: /a\n')])).toEqual(['*']);
    expect(crawlersNamedIn([{ ...before, profile: 'rfc9309' }])).toEqual(['*']);
  });

  test('are compared by the profile of each crawler', () => {
    const found = crawlerDifferences(before, after, ['*', 'GPTBot', 'Googlebot-News']);
    expect(
      found.map(({ agents, opens, closes, escaped }) => [agents, paths(opens), paths(closes), escaped]),
    ).toEqual([
      [['*', 'GPTBot'], [], [], []],
      [['Googlebot-News'], ['/a'], ['/b'], []],
    ]);
  });

  test('crawlers of unlike profiles with equal rules have entries of their own', () => {
    const same = side('User-agent: *\nDisallow: /\n');
    const found = crawlerDifferences(same, same, ['GPTBot', 'Googlebot', 'ClaudeBot']);
    expect(found.map(({ agents }) => agents)).toEqual([['GPTBot', 'ClaudeBot'], ['Googlebot']]);
  });

  test('one side may name a profile: only crawlers of another one are compared between two', () => {
    const file = side('User-agents: Googlebot\nDisallow: /a\n');
    const found = crawlerDifferences({ ...file, profile: 'rfc9309' }, file, ['GPTBot', 'Googlebot'], {
      maxSteps: 50_000,
    });
    expect(found.map(({ agents, closes, isExhaustive }) => [agents, paths(closes), isExhaustive])).toEqual([
      [['GPTBot'], [], true],
      [['Googlebot'], ['/a'], true],
    ]);
    expect(crawlerDifferences(file, file, [])).toEqual([]);
  });
});
