/** docs/semantics.md §5.7.4: the directory that `allow: /directory/index.html` allows, too. */
import { expect, test } from 'vitest';
import { octetsOf } from '../../../test/support/octets.js';
import { directoryOfIndex } from './index-html.js';

test.each([
  ['/index.htm', '/'],
  ['/index.html', '/'],
  ['/a/b/index.html', '/a/b/'],
  ['/a/index.html$', '/a/'],
  ['*/index.htmx', '*/'],
  ['/a/index.ht', null],
  ['/a/Index.html', null],
  ['/a/index.xtm', null],
  ['/a/xindex.html', null],
  ['/a/index.html/', null],
  ['/index.html/b', null],
  ['index.html', null],
  ['', null],
])('the directory of %j is %j', (pattern, expected) => {
  // What surrounds the pattern in its file would change the answer.
  const octets = octetsOf(`/index.html/${pattern}ml/index.html`);
  const start = '/index.html/'.length;
  const end = directoryOfIndex(octets, start, start + pattern.length);
  expect(end < 0 ? null : pattern.slice(0, end - start)).toBe(expected);
});
