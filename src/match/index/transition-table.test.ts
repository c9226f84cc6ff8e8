import { expect, test } from 'vitest';
import { buildOctetTrie, type OctetTrie, ROOT } from './octet-trie.js';
import { MAX_ENTRIES, TransitionTable } from './transition-table.js';

const encoder = new TextEncoder();

test('reads up to a stop, continues, and restarts', () => {
  // The automaton of `aab`, whose states are `a`, `aa`, `aab` in this order.
  const fallbacks = [ROOT, ROOT, 1, ROOT];
  const table = TransitionTable.of(
    trieOf(['aab']),
    Int32Array.of(1, 2, 3),
    (state) => fallbacks[state],
    isThird,
  );
  if (table === null) throw new Error('no table');
  const path = encoder.encode('xaaabaabxaa');
  table.restart();
  expect(table.stoppedIn).toBe(-1);
  expect(table.read(path, 0, path.length)).toBe(5);
  expect(table.stoppedIn).toBe(3);
  expect(table.read(path, 5, 7)).toBe(7);
  expect(table.stoppedIn).toBe(-1);
  expect(table.read(path, 7, path.length)).toBe(8);
  expect(table.stoppedIn).toBe(3);
  expect(table.read(path, 8, path.length)).toBe(path.length);
  expect(table.stoppedIn).toBe(-1);
  table.restart();
  expect(table.read(encoder.encode('b'), 0, 1)).toBe(1);
  expect(table.stoppedIn).toBe(-1);
});

test('is not made if it would be too large', () => {
  const root = () => ROOT;
  const tableFor = (strings: readonly string[]) => {
    const trie = trieOf(strings);
    const order = Int32Array.from({ length: trie.nodeCount - 1 }, (_, nth) => nth + 1);
    return TransitionTable.of(trie, order, root, isThird);
  };
  // Two classes: `a`, and all other octets.
  const mostStates = MAX_ENTRIES / 2;
  expect(tableFor(['a'.repeat(mostStates - 1)])).not.toBeNull();
  expect(tableFor(['a'.repeat(mostStates)])).toBeNull();
  expect(tableFor(['a'.repeat(MAX_ENTRIES)])).toBeNull();
});

test('building asks for the fallback of each state once, however long the chain of fallbacks is', () => {
  const length = 8000;
  const trie = trieOf([`${'a'.repeat(length)}b`]);
  const order = Int32Array.from({ length: length + 1 }, (_, nth) => nth + 1);
  let asked = 0;
  const fallback = (state: number) => {
    asked++;
    return state <= length ? state - 1 : ROOT;
  };
  expect(TransitionTable.of(trie, order, fallback, (state) => state === length + 1)).not.toBeNull();
  expect(asked).toBe(length + 1);
});

function isThird(state: number): boolean {
  return state === 3;
}

function trieOf(strings: readonly string[]): OctetTrie {
  const bounds = [0];
  for (const string of strings) bounds.push(bounds[bounds.length - 1] + string.length);
  const parts = Int32Array.from(strings, (_, part) => part);
  return buildOctetTrie(encoder.encode(strings.join('')), Int32Array.from(bounds), parts, false);
}
