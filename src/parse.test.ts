import { expect, test } from 'vitest';
import { octetsOf, sameOctets } from '../test/support/octets.js';
import { LINE_LIMIT_OCTETS } from './limits.js';
import { parseSync, stringify } from './parse.js';

test.each(['', '\n', '\xEF\xBB\xBF# c\r\n\ruser-agent: \xFF\0\nx', ' \t', 'a:b#'.repeat(100)])(
  '%j',
  (text) => {
    const octets = octetsOf(text);
    const written = stringify(parseSync(octets));
    sameOctets(written, octets);
  },
);

test('keeps the octets past the line limit', () => {
  const octets = octetsOf(
    `${'allow: /'.padEnd(3 * LINE_LIMIT_OCTETS, 'x')}\r\n${'#'.repeat(LINE_LIMIT_OCTETS + 1)}`,
  );
  sameOctets(stringify(parseSync(octets)), octets);
});

test('gives a copy', () => {
  const document = parseSync('user-agent: a');
  stringify(document).fill(0);
  expect(document.groups[0].userAgents[0].name).toBe('a');
  sameOctets(stringify(document), octetsOf('user-agent: a'));
});

test('ignores what the program did to the octets that the document showed', () => {
  const document = parseSync('user-agent: a');
  document.octets.fill(0);
  sameOctets(stringify(document), octetsOf('user-agent: a'));
  structuredClone(document.octets, { transfer: [document.octets.buffer as ArrayBuffer] });
  sameOctets(stringify(document), octetsOf('user-agent: a'));
});

test('takes the document of another copy of this package, and refuses everything else', () => {
  sameOctets(stringify({ octets: octetsOf('a: b') }), octetsOf('a: b'));
  for (const value of [null, 'a: b', {}, { octets: 'a: b' }]) {
    expect(() => stringify(value as never)).toThrow(TypeError);
  }
});
