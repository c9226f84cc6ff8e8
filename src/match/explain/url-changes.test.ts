/** What a URL becomes before it is compared, and why: docs/semantics.md §5. `explanation.test.ts` has the same through a matcher. */
import { describe, expect, test } from 'vitest';
import type { Form } from '../octet-forms.js';
import { explainUrl, formsOfTokens } from './url-changes.js';

/** What is compared, and each change. */
function changesOf(url: string, form: Form): string[] {
  const { given, compared, changes } = explainUrl(url, form);
  expect(given).toBe(url);
  return [compared, ...changes.map(({ kind, from, to }) => `${kind}: ${from} → ${to}`)];
}

describe('a URL that is parsed', () => {
  test.each([
    ['/a?b', '/a?b'],
    ['/a?', '/a?'],
    ['/a?b?c', '/a?b?c'],
    ['/a:b/c', '/a:b/c'],
    ['http://h/', '/', 'origin: http://h → '],
    ['http://h/http://i/', '/http://i/', 'origin: http://h → '],
    // The octets of the path are not read again as those of a query.
    ['/a%2', '/a%252', 'encoded: % → %25'],
    ['/%41/../b?c', '/b?c', 'dot-segments: /%41/../b → /b'],
    ['/a#', '/a', 'fragment: # → '],
    ['http://h#/b?c', '/', 'origin: http://h → ', 'fragment: #/b?c → ', 'slash:  → /'],
    ['HTTPS://u:p@H:8080/a', '/a', 'origin: HTTPS://u:p@H:8080 → '],
    ['\t\n http://h/a', '/a', 'white-space: \t\n  → ', 'origin: http://h → '],
    ['/a\r\nb', '/ab', 'white-space: \r\n → '],
    ['http://h/a\x00', '/a', 'white-space: \x00 → ', 'origin: http://h → '],
    ['/a b', '/a%20b', 'encoded:   → %20'],
    ['/a  ', '/a', 'white-space:    → '],
    ['http://h?é', '/?%C3%A9', 'origin: http://h → ', 'slash:  → /', 'encoded: é → %C3%A9'],
    ['/a\\b\\c', '/a/b/c', 'backslash: \\ → /'],
    ['/a?b\\c', '/a?b%5Cc', 'encoded: \\ → %5C'],
    ['/a\\..\\b', '/b', 'backslash: \\ → /', 'dot-segments: /a/../b → /b'],
  ])('%j is compared as %j', (url, ...expected) => {
    expect(changesOf(url, 'canonical')).toEqual(expected);
  });

  test.each([
    ['/a/.', '/a/'],
    ['/a/..', '/'],
    ['/..', '/'],
    ['/../../a', '/a'],
    ['/a/./b', '/a/b'],
    ['/a//../b', '/a/b'],
    ['/a/%2e/b', '/a/b'],
    ['/a/.%2E/b', '/b'],
    ['/a/%2e%2e/b', '/b'],
    ['/a/%2e./', '/'],
  ])('the dot segments of %s are resolved: %s', (url, path) => {
    expect(changesOf(url, 'canonical')).toEqual([path, `dot-segments: ${url} → ${path}`]);
    // Those of a query are none.
    expect(changesOf(`/x?${url.replaceAll(/%2e/gi, '.')}`, 'canonical')).toEqual([
      `/x?${url.replaceAll(/%2e/gi, '.')}`,
    ]);
  });

  test.each(['/a/...', '/a.', '/.a', '/a/..b', '/a/b.', '/.a/'])('%s has no dot segments', (url) => {
    expect(changesOf(url, 'canonical')).toEqual([url]);
  });
});

describe('characters', () => {
  test.each<[string, Form, ...string[]]>([
    ['/%41%41%42', 'canonical', '/AAB', 'decoded: %41 → A', 'decoded: %42 → B'],
    ['/%3a?%3a', 'canonical', '/%3A?:', 'upper-case: %3a → %3A', 'decoded: %3a → :'],
    ['/%3A?%3A', 'canonical', '/%3A?:', 'decoded: %3A → :'],
    ['/é?é', 'canonical', '/%C3%A9?%C3%A9', 'encoded: é → %C3%A9'],
    ['/%', 'canonical', '/%25', 'encoded: % → %25'],
    ['/%2a*', 'decoded', '/**', 'decoded: %2a → *'],
    ['/%2f?%2f', 'decoded', '/%2F?%2F', 'upper-case: %2f → %2F'],
    ['/é%41', 'as-written', '/é%41'],
  ])('%s in the form %s', (url, form, ...expected) => {
    expect(changesOf(url, form)).toEqual(expected);
  });

  test('are tokens: escapes, and characters with all their code units', () => {
    expect(formsOfTokens('/%41\u{1F916}?%3a%zz', 'canonical')).toEqual([
      ['/', '/'],
      ['%41', 'A'],
      ['\u{1F916}', '%F0%9F%A4%96'],
      ['?', '?'],
      ['%3a', ':'],
      ['%', '%25'],
      ['z', 'z'],
      ['z', 'z'],
    ]);
    expect(formsOfTokens('%3a/..', 'canonical')).toEqual([
      ['%3a', '%3A'],
      ['/', '/'],
      ['.', '.'],
      ['.', '.'],
    ]);
  });
});

describe('a URL as it is written', () => {
  test.each([
    ['/a', '/a'],
    ['', '/', 'slash:  → /'],
    ['http://h', '/', 'origin: http://h → ', 'slash:  → /'],
    ['http://h/a/../b#c', '/a/../b', 'origin: http://h → ', 'fragment: #c → '],
    ['//h/a', '/a', 'origin: //h → '],
    ['h;a', '/;a', 'origin: h → ', 'slash:  → /'],
    ['/a\0b#c', '/a', 'nul: \0b#c → '],
    ['h/a#', '/a', 'origin: h → ', 'fragment: # → '],
    ['é/é', '/é', 'origin: é → '],
    ['h#/a', '/', 'origin: h#/a → ', 'slash:  → /'],
  ])('%j is compared as %j', (url, ...expected) => {
    expect(changesOf(url, 'as-written')).toEqual(expected);
  });
});

test('each change has its reason', () => {
  const reasonsOf = (url: string, form: Form) =>
    explainUrl(url, form).changes.map(({ kind, explanation }) => [kind, explanation]);
  expect(reasonsOf(' http://h\\a/../é%41%c3#b', 'canonical')).toEqual([
    ['white-space', 'the URL Standard removes it'],
    ['origin', 'only says which robots.txt governs the URL'],
    ['fragment', 'a fragment is not sent to the server'],
    ['backslash', 'the URL Standard reads \\ as /'],
    ['dot-segments', 'the URL Standard resolves the segments . and ..'],
    ['encoded', 'the same, and compared percent-encoded'],
    ['decoded', 'the same, and compared unescaped'],
    ['upper-case', 'the same, and compared in upper case'],
  ]);
  expect(reasonsOf('a\0', 'as-written')).toEqual([
    ['origin', 'only says which robots.txt governs the URL'],
    ['slash', 'a path begins with /'],
  ]);
  expect(reasonsOf('/\0', 'as-written')).toEqual([
    ['nul', 'the reference matcher reads URLs as C strings, which end at a NUL'],
  ]);
});
