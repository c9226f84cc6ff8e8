/** `nameHint` recognizes misspelled and retired names and User-Agent headers, and gives no hint about names of other crawlers. */
import { describe, expect, test } from 'vitest';
import { parseSync } from '../parse.js';
import { CRAWLERS } from './index.js';
import { nameHint } from './name-hints.js';
import { crawlersNamedIn } from './named-in.js';

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
