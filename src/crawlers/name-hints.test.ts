/** `nameHint` recognizes misspelled and retired names and User-Agent headers, and gives no hint about names of other crawlers. */
import { describe, expect, test } from 'vitest';
import { CRAWLERS } from './index.js';
import { nameHint, nearestName } from './name-hints.js';

describe('nameHint', () => {
  test.each([
    ['Gogglebot', 'Googlebot'],
    ['Gogglebot/2.1', 'Googlebot'],
    ['GPT-Bot', 'GPTBot'],
    ['gptbots', 'GPTBot'],
    ['PerplexityBott', 'PerplexityBot'],
    ['Cloudebot', 'ClaudeBot'],
    ['Googlebot-Images', 'Googlebot-Image'],
    ['Applebot_Extended', 'Applebot-Extended'],
    ['Yandex Bot', 'YandexBot'],
  ])('%s stands for %s', (name, meant) => {
    expect(nameHint(name)).toMatchObject({ kind: 'misspelled', meant: [meant] });
    expect(nameHint(name)?.sentence).toContain(`did you mean ${meant}?`);
  });

  // Names of other crawlers in real files, and names that programs choose.
  test.each([
    'NPBot',
    'Roverbot',
    'Snapbot',
    'AIBOT',
    'EnaBot',
    'SBIder',
    'Devil',
    'SemrushBot-SA',
    'Semrushbot-SI',
  ])('%s is another crawler', (name) => expect(nameHint(name)).toBeNull());
  test.each([
    'ExampleBot',
    'FooBot',
    'MyBot/1.0',
    'Yandex',
    '*',
    '',
    'x'.repeat(1_000_000),
    'Screaming Frog SEO Spider',
  ])('%.30s may be a crawler', (name) => expect(nameHint(name)).toBeNull());

  test('a registered name gets a hint only if it is retired', () => {
    for (const { token, isRetired } of CRAWLERS)
      expect(nameHint(token)?.kind).toBe(isRetired ? 'retired' : undefined);
    expect(nameHint('Claude-Web')?.meant).toContain('ClaudeBot');
    expect(nameHint('claude-web/1.0')?.sentence).toContain('Anthropic now uses ClaudeBot');
  });

  test('finds the product token in a header', () => {
    const header =
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.1; +https://openai.com/gptbot)';
    expect(nameHint(header)).toMatchObject({ kind: 'user-agent-header', meant: ['GPTBot'] });
    const browser =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
    expect(nameHint(browser)).toMatchObject({ kind: 'browser-header', meant: [] });
  });
});

test('nearestName searches the registry, or other names', () => {
  expect(nearestName('gogglebot')).toBe('Googlebot');
  expect(nearestName('chekc', ['check', 'lint'])).toBe('check');
  expect(nearestName('zzzzzz', ['check', 'lint'])).toBeUndefined();
});
