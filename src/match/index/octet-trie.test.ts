import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import { buildOctetTrie, findChild, type OctetTrie, ROOT } from './octet-trie.js';

checkProperty(
  'a trie leads along each string to its end, and nowhere else',
  fc.property(
    fc.array(fc.stringMatching(/^[abc]{0,6}$/), { maxLength: 60 }),
    fc.stringMatching(/^[abc]{0,7}$/),
    fc.boolean(),
    (strings, other, isCompressed) => {
      const { text, bounds, parts } = storeOf(strings);
      const trie = buildOctetTrie(text, bounds, parts, isCompressed);
      for (const string of [...strings, other]) {
        const expected = strings.flatMap((candidate, item) => (candidate === string ? [item] : []));
        expect(itemsAt(trie, text, string).sort((a, b) => a - b)).toEqual(expected);
      }
      for (let node = ROOT + 1; node < trie.nodeCount; node++) {
        if (!isCompressed) expect(trie.labelLength[node]).toBe(1);
        else expect(trie.labelLength[node]).toBeGreaterThan(0);
      }
    },
  ),
);

test.each([
  ['each a prefix of the next', (n: number) => 'a'.repeat(n)],
  ['each with a little more in common', (n: number) => `${'a'.repeat(n)}b${'c'.repeat(1000 - n)}`],
  ['all the same', () => 'a'.repeat(1000)],
  ['all different', (n: number) => `${n}${'a'.repeat(1000)}`],
])('building takes a number of steps proportional to the octets: %s', (_, stringOf) => {
  for (const isCompressed of [true, false]) {
    const strings = Array.from({ length: 1000 }, (_string, n) => stringOf(n)).reverse();
    const { text, bounds, parts } = storeOf(strings);
    const trie = buildOctetTrie(text, bounds, parts, isCompressed);
    expect(trie.steps).toBeLessThanOrEqual(11 * (text.length + strings.length));
    expect(trie.nodeCount).toBeLessThanOrEqual(isCompressed ? 2 * strings.length : text.length + 1);
  }
});

test('finds each of many children', () => {
  const octets = Array.from({ length: 256 }, (_, octet) => octet).filter((octet) => octet % 3 !== 1);
  const text = Uint8Array.from(octets);
  const bounds = Int32Array.from({ length: octets.length + 1 }, (_, part) => part);
  const trie = buildOctetTrie(text, bounds, bounds.slice(0, -1), true);
  for (let octet = 0; octet < 256; octet++) {
    const child = findChild(trie.firstOctet, trie.childStart[ROOT], trie.childEnd[ROOT], octet);
    expect(child >= 0 ? trie.firstOctet[child] : -1).toBe(octet % 3 !== 1 ? octet : -1);
  }
});

test('the octets after a string are not part of it', () => {
  const strings = ['z', 'a', 'b', 'ab'];
  const { text, bounds, parts } = storeOf(strings);
  for (const isCompressed of [true, false]) {
    const trie = buildOctetTrie(text, bounds, parts, isCompressed);
    expect(['z', 'a', 'ab', 'b', 'aba'].map((string) => itemsAt(trie, text, string))).toEqual([
      [0],
      [1],
      [3],
      [2],
      [],
    ]);
  }
});

/** Few strings are sorted otherwise than many. */
test.each([2, 23, 24, 25, 26, 300])('%d strings in any order: the children of each node rise', (count) => {
  const strings = Array.from({ length: count }, (_, n) => {
    const digits = ((n * 7919) % 1000).toString();
    return `${'xy'[n % 2]}${digits}${String.fromCharCode(n % 128)}`.slice(0, 1 + ((n * 31) % 6));
  });
  const { text, bounds, parts } = storeOf(strings);
  for (const isCompressed of [true, false]) {
    const trie = buildOctetTrie(text, bounds, parts, isCompressed);
    for (let node = ROOT; node < trie.nodeCount; node++) {
      const octets = [...trie.firstOctet.subarray(trie.childStart[node], trie.childEnd[node])];
      expect(octets).toEqual([...new Set(octets)].sort((a, b) => a - b));
    }
    const found = strings.map((string) => itemsAt(trie, text, string));
    expect(found).toEqual(
      strings.map((string) => strings.flatMap((one, item) => (one === string ? [item] : []))),
    );
    expect([...trie.items].sort((a, b) => a - b)).toEqual(strings.map((_, item) => item));
  }
});

test.each<[string[], boolean, number]>([
  [[], true, 1],
  [['abc'], true, 1],
  [['abc'], false, 4],
  // Three nodes, two strings sorted, two octets compared: `a`, and the ones that differ.
  [['ab', 'ac'], true, 3 + 2 + 2],
  [['ab', 'ac'], false, 4 + 2 + 2],
  // Eight octets of all are compared before the ninth of any, and each comparison ends with one more step: first (8 + 1) + 1,
  // then, of the two strings that begin with `a`, (8 + 1) + 1.
  [['aaaaaaaaab', 'aaaaaaaaac', 'b'], true, 5 + 3 + 2 + 10 + 10],
  [['A', 'aaaaaaaaab', 'aaaaaaaaac'], true, 5 + 3 + 2 + 1 + 10],
])(
  'building for %j takes a step for each node, string sorted and octet compared',
  (strings, isCompressed, steps) => {
    const { text, bounds, parts } = storeOf(strings);
    expect(buildOctetTrie(text, bounds, parts, isCompressed).steps).toBe(steps);
  },
);

test.each([0, 1, 3, 4, 5, 6, 9])('looks among %d children alone', (count) => {
  const firstOctet = Uint8Array.from({ length: count + 2 }, (_, nth) => 10 * (nth + 1));
  for (let octet = 0; octet < 10 * (count + 3); octet++) {
    const isChild = octet % 10 === 0 && octet > 10 && octet < 10 * (count + 2);
    expect(findChild(firstOctet, 1, 1 + count, octet)).toBe(isChild ? octet / 10 - 1 : -1);
  }
});

/** The arguments of `buildOctetTrie` for some strings. */
function storeOf(strings: readonly string[]): { text: Uint8Array; bounds: Int32Array; parts: Int32Array } {
  const text = new TextEncoder().encode(strings.join(''));
  const bounds = new Int32Array(strings.length + 1);
  for (const [nth, string] of strings.entries()) bounds[nth + 1] = bounds[nth] + string.length;
  return { text, bounds, parts: Int32Array.from(strings, (_, nth) => nth) };
}

/** The strings that end at the node to which a string leads. */
function itemsAt(trie: OctetTrie, text: Uint8Array, string: string): number[] {
  const octets = new TextEncoder().encode(string);
  let node = ROOT;
  let at = 0;
  for (;;) {
    const label = text.subarray(trie.labelStart[node], trie.labelStart[node] + trie.labelLength[node]);
    if (!label.every((octet, i) => octets[at + i] === octet)) return [];
    at += label.length;
    if (at === octets.length) return [...trie.items.subarray(trie.endStart[node], trie.endEnd[node])];
    node = findChild(trie.firstOctet, trie.childStart[node], trie.childEnd[node], octets[at]);
    if (node < 0) return [];
  }
}
