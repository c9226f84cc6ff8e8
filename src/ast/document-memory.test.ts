import { describe, expect, test } from 'vitest';
import { octetsOf, sameOctets } from '../../test/support/octets.js';
import { PARSING_LIMIT_OCTETS } from '../limits.js';
import { parseSync } from '../parse.js';
import { keptOctets, keptRows } from './document-memory.js';

/** A file of so many octets, whose only rule is for the path `/NAME`. */
function fileOf(name: string, octets: number): Uint8Array {
  return octetsOf(`user-agent: *\ndisallow: /${name}\n#`.padEnd(octets, '-').slice(0, octets));
}

/** On both sides of what is kept in shared memory, and of how large a slab is. */
const SIZES = [0, 1, 100, 4_095, 4_096, 4_097, 8_191, 8_192, 8_193];

describe('small documents share memory, and callers cannot see it', () => {
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

  test('writing into the octets given to a parser changes no document', () => {
    const given = fileOf('a', 100);
    const document = parseSync(given);
    const before = document.groups[0].rules[0].pattern;
    given.fill(0);
    const again = parseSync(fileOf('b', 100));
    expect([before, document.groups[0].rules[0].pattern]).toEqual(['/a', '/a']);
    expect(again.groups[0].rules[0].pattern).toBe('/b');
  });
});

/** A slab has 8 KiB. At most half of it goes to one document. */
const SLAB_OCTETS = 8_192;
const LARGEST_SHARED_OCTETS = 4_096;

describe.each([
  { of: 'octets', take: (size: number) => keptOctets(new Uint8Array(size)).buffer },
  { of: 'rows', take: (size: number) => keptRows(new Int32Array(size / 4), size / 4).buffer },
])('memory for $of', ({ take }) => {
  /** Takes memory until a slab is new and empty but for `size` octets. Returns it. */
  const newSlab = (size: number): ArrayBufferLike => {
    const earlier = take(size);
    let slab = earlier;
    while (slab === earlier) slab = take(size);
    return slab;
  };

  test('are filled to the last octet', () => {
    const slab = newSlab(LARGEST_SHARED_OCTETS);
    expect(slab.byteLength).toBe(SLAB_OCTETS);
    expect(take(LARGEST_SHARED_OCTETS)).toBe(slab);
    expect(take(4)).not.toBe(slab);
  });

  test('have many small documents each', () => {
    const slab = newSlab(64);
    for (let others = 1; others < SLAB_OCTETS / 64; others++) expect(take(64)).toBe(slab);
    expect(take(64)).not.toBe(slab);
  });

  test('have no large document', () => {
    const size = LARGEST_SHARED_OCTETS + 4;
    expect(take(size).byteLength).toBe(size);
    expect(take(size)).not.toBe(take(size));
  });
});

test('a small part of a file that the parsing limit cuts is a document', () => {
  const lines = 'user-agent: *\ndisallow: /a\n';
  const document = parseSync(octetsOf(lines.padEnd(PARSING_LIMIT_OCTETS + 1, 'x')));
  sameOctets(document.octets, octetsOf(lines));
  expect(document.groups[0].rules.map(({ pattern }) => pattern)).toEqual(['/a']);
});
