/**
 * No code of the package calls `URL.canParse`: once V8 has optimized its caller, Node 20 and 22 take the Latin-1 octets of a host for
 * UTF-8, and refuse `http://bücher.example`. A test of one function would not show that before thousands of calls.
 */
import { expect, test } from 'vitest';
import { urlOrNull } from '../../src/urls.js';
import { publishedSources } from '../support/source-files.js';

/** More calls than V8 needs to optimize a function. */
const MANY = 20_000;

test('no source calls URL.canParse', () => {
  const callers = [...publishedSources()].filter(([, text]) => /canParse\(/.test(text));
  expect(callers.map(([path]) => path)).toEqual([]);
});

test('hosts of Latin-1 stay URLs, however often one is parsed', () => {
  const hosts = ['b\u00fccher.example', 'a\u00adb.example', '\u00df.example', 'a.example'];
  let refused = 0;
  for (let i = 0; i < MANY; i++) {
    for (const host of hosts) if (urlOrNull(`http://${host}/${i}`) === null) refused++;
  }
  expect(refused).toBe(0);
});
