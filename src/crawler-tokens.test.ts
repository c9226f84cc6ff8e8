import { expect, test } from 'vitest';
import { productTokens } from './crawler-tokens.js';

test.each<[string, string[]]>([
  // RFC 9309 §2.2.1
  ['Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)', ['ExampleBot']],
  // Koster 1996 §3.2.1
  ['FigTree/0.1 Robot/1.0 libwww-perl/5.04', ['FigTree', 'Robot', 'libwww-perl']],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', ['Googlebot']],
  ['Googlebot-Image/1.0', ['Googlebot-Image']],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.1; +https://openai.com/gptbot)',
    ['GPTBot'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/41.0.2272.96 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    ['Googlebot'],
  ],
  ['Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)', ['MJ12bot']],
  ['Mozilla/5.0 (compatible; 360Spider; AcmeBot; +https://acme.example/)', ['AcmeBot', '360Spider']],
  ['Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)', ['Yahoo', 'Slurp']],
  ['Baiduspider+(+http://www.baidu.com/search/spider.htm)', ['Baiduspider']],
  ['DuckDuckBot/1.0; (+http://duckduckgo.com/duckduckbot.html)', ['DuckDuckBot']],
  ['CCBot/2.0 (https://commoncrawl.org/faq/; bot@example.com)', ['CCBot']],
  ['acmebot AcmeBot/2.0', ['AcmeBot']],
  ['a/1', ['a']],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    [],
  ],
  ['', []],
  ['((((/;1.0 / v2', []],
])('%s', (header, tokens) => {
  expect(productTokens(header)).toEqual(tokens);
});

test('takes time in proportion to the header', () => {
  expect(productTokens('a1-'.repeat(1_000_000))).toHaveLength(1);
  expect(productTokens('( '.repeat(1_000_000))).toEqual([]);
});

test.each([
  ['undefined', undefined],
  ['object', null],
  ['number', 5],
])('refuses a value of type %s', (type, value) => {
  expect(() => productTokens(value as never)).toThrow(
    new TypeError(`userAgentHeader is of type ${type}; a string is expected`),
  );
});
