import { describe, expect, test } from 'vitest';
import { changed, fileOf, INITIAL_STATE, opened, swapped, withCell } from './state.js';

const other = { octets: Uint8Array.of(1, 2), name: 'new.txt' };

describe('a change', () => {
  const chosen = { kind: 'line', line: 3 } as const;

  test('leaves the other parts as they are', () => {
    const state = changed({ ...INITIAL_STATE, chosen }, { panel: 'crawlers' });
    expect(state).toEqual({ ...INITIAL_STATE, chosen, panel: 'crawlers' });
  });

  test('of the question ends the choice of a cell, not that of a line', () => {
    const cell = { kind: 'cell', url: '/a', crawler: '*' } as const;
    for (const change of [{ urls: '/' }, { crawlers: '*' }]) {
      expect(changed({ ...INITIAL_STATE, chosen: cell }, change).chosen).toBeNull();
      expect(changed({ ...INITIAL_STATE, chosen }, change).chosen).toEqual(chosen);
    }
  });

  test('may make a new choice', () => {
    const cell = { kind: 'cell', crawler: '*', url: '/' } as const;
    expect(changed(INITIAL_STATE, { urls: '/', chosen: cell }).chosen).toEqual(cell);
  });

  test('by typing in the file keeps the choice', () => {
    expect(changed({ ...INITIAL_STATE, chosen }, { file: other.octets }).chosen).toEqual(chosen);
  });
});

describe('swapping', () => {
  test('twice gives the state back', () => {
    const state = { ...INITIAL_STATE, other };
    const once = changed(state, swapped(state));
    expect(once).toMatchObject({ file: other.octets, fileName: 'new.txt', other: fileOf(INITIAL_STATE) });
    expect(changed(once, swapped(once))).toEqual(state);
  });

  test('without a second version changes nothing', () => {
    expect(swapped(INITIAL_STATE)).toEqual({});
  });
});

test('opening a file ends the choice', () => {
  const state = changed({ ...INITIAL_STATE, chosen: { kind: 'line', line: 1 } }, opened(other));
  expect(state).toMatchObject({ file: other.octets, fileName: 'new.txt', chosen: null });
});

describe('asking about a URL and a crawler', () => {
  const state = { ...INITIAL_STATE, urls: '/a\n/b\n', crawlers: 'GPTBot, @ai,' };

  test('puts both into the question, and chooses their verdict', () => {
    expect(withCell(state, '/c', '*')).toEqual({
      urls: '/c\n/a\n/b',
      crawlers: 'GPTBot, @ai, *',
      chosen: { kind: 'cell', url: '/c', crawler: '*' },
    });
    expect(withCell({ ...state, urls: '', crawlers: '' }, '/', 'a')).toMatchObject({
      urls: '/',
      crawlers: 'a',
    });
  });

  test('does not change a question that has both', () => {
    expect(withCell(state, '/b', 'gptbot')).toMatchObject({ urls: state.urls, crawlers: state.crawlers });
  });
});
