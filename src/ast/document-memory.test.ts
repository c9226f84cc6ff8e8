import { describe, expect, test } from 'vitest';
import { octetsOf, sameOctets } from '../../test/support/octets.js';
import { parseSync } from '../parse.js';

/** A file of so many octets, whose only rule is for the path `/NAME`. */
function fileOf(name: string, octets: number): Uint8Array {
  return octetsOf(`user-agent: *\ndisallow: /${name}\n#`.padEnd(octets, '-').slice(0, octets));
}

/** On both sides of what is kept in shared memory, and of how large a slab is. */
const SIZES = [0, 1, 100, 4_095, 4_096, 4_097, 8_191, 8_192, 8_193];

describe('small documents share memory, and no one sees it', () => {
  test.each(SIZES)('the octets of a document of %i octets are in memory of their own', (size) => {
    const octets = fileOf('a', size);
    const document = parseSync(octets);
    sameOctets(document.octets, octets);
    expect(document.octets.buffer.byteLength).toBe(size);
    expect(document.octets.buffer).not.toBe(octets.buffer);
  });

  test('documents read one after another keep their own rules', () => {
    const names = Array.from({ length: 300 }, (_, i) => `path-${i}-`);
    const documents = names.map((name, i) => parseSync(fileOf(name, SIZES[i % SIZES.length] + 60)));
    const patterns = documents.map(({ groups }) => groups[0].rules[0].pattern);
    expect(patterns).toEqual(names.map((name) => `/${name}`));
    const matchers = documents.map((document) => document.matcher({ agents: 'a' }));
    for (const [i, name] of names.entries()) {
      expect(matchers[i].isAllowed(`/${name}x`)).toBe(false);
      expect(matchers[i].isAllowed(`/path-${i + 1}-x`)).toBe(true);
    }
  });

  test('what is written into the octets that were given to a parser changes no document', () => {
    const given = fileOf('a', 100);
    const document = parseSync(given);
    const before = document.groups[0].rules[0].pattern;
    given.fill(0);
    const again = parseSync(fileOf('b', 100));
    expect([before, document.groups[0].rules[0].pattern]).toEqual(['/a', '/a']);
    expect(again.groups[0].rules[0].pattern).toBe('/b');
  });
});
