/** Whom a User-Agent header claims to be from. */
import { describe, expect, test } from 'vitest';
import { claimOf } from '../src/who/claim.js';

test.each([
  ['Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)', 'GPTBot', 'crawler'],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
    'ChatGPT-User',
    'user-fetcher',
  ],
  [
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Googlebot',
    'crawler',
  ],
  ['Googlebot-Image/1.0', 'Googlebot-Image', 'crawler'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
    'Applebot',
    'crawler',
  ],
  [
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'facebookexternalhit',
    'user-fetcher',
  ],
  ['Mozilla/5.0 (compatible; Kangaroo Bot/1.0)', 'Kangaroo Bot', 'crawler'],
  ['Mozilla/5.0 (compatible; ExampleBot/0.1; +https://www.example.com/bot.html)', 'ExampleBot', 'self-named'],
  ['my-crawler', 'my-crawler', 'self-named'],
  ['Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)', 'spider', 'self-named'],
  ['SomeTool/1.0 (admin@example.com)', 'SomeTool', 'self-named'],
])('%s: %s', (header, name, kind) => {
  expect(claimOf(header)).toMatchObject({ name, kind });
});

describe('names no crawler', () => {
  test.each([
    '',
    '-',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/440.0]',
    'curl/8.5.0',
    'okhttp/4.12.0',
    'Dalvik/2.1.0 (Linux; U; Android 13; Pixel 6)',
  ])('%s', (header) => {
    expect(claimOf(header)).toBeNull();
  });
});
