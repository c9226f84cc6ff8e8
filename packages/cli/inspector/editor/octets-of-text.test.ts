import { history, redo, undo } from '@codemirror/commands';
import { SearchQuery } from '@codemirror/search';
import { EditorState, type StateCommand, Text, type Transaction } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProperty } from '../../../../test/support/property.js';
import { decodeLines, encodeLine, usualTerminator } from './octet-text.js';
import { fileChange, octetChange, snapshotOf } from './snapshot.js';
import { terminators } from './terminators.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const octetsOf = (...pieces: (string | number[])[]): Uint8Array =>
  Uint8Array.from(pieces.flatMap((piece) => (typeof piece === 'string' ? [...utf8(piece)] : piece)));

function stateOf(octets: Uint8Array): EditorState {
  const file = decodeLines(octets);
  return EditorState.create({ doc: Text.of([...file.lines]), extensions: [terminators(file), history()] });
}

const written = (state: EditorState): string => hex(snapshotOf(state).octets);
const hex = (octets: Uint8Array): string =>
  Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join(' ');

/** How many lines an editor shows of octets: one more than there are terminators. */
function lineCount(octets: Uint8Array): number {
  return hex(octets).split(/0d 0a|0d|0a/).length;
}

/** Octets with everything that makes decoding hard, close together. */
const pieces = fc.constantFrom(
  ...[
    'a',
    'b',
    ':',
    '/',
    '\n',
    '\r',
    '\r\n',
    '\0',
    '\u2028',
    '\ufeff',
    'é',
    '€',
    '😀',
    '\ud7ff',
    '\ue000',
    '\u0085',
  ].map((text) => [...utf8(text)]),
  ...[
    [0x80],
    [0xbf],
    [0xc0, 0x80],
    [0xc3],
    [0xe2, 0x82],
    [0xe2],
    [0xed, 0xa0, 0x80],
    [0xef, 0xbb],
    [0xf0, 0x9f],
    [0xf4, 0x90],
    [0xff],
  ],
);
const files = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: pieces },
      { weight: 1, arbitrary: fc.array(fc.nat(255), { maxLength: 4 }) },
    ),
    {
      maxLength: 24,
    },
  )
  .map((all) => Uint8Array.from(all.flat()));

const edits = fc.record({
  place: fc.nat(),
  length: fc.nat(6),
  insert: fc.constantFrom('', 'x', '\n', 'é\n', '\n\n', 'y\nz'),
});

checkProperty(
  'any octets survive the editor, and its lines are those of the file',
  fc.property(files, (octets) => {
    const state = stateOf(octets);
    expect(written(state)).toBe(hex(octets));
    expect(state.doc.lines).toBe(lineCount(octets));
  }),
);

checkProperty(
  'well-formed UTF-8 is shown as its text',
  fc.property(fc.string({ unit: 'binary' }), (text) => {
    const { lines } = decodeLines(utf8(text));
    expect(lines).toEqual(text.split(/\r\n?|\n/));
    for (const line of lines) expect(hex(encodeLine(line))).toBe(hex(utf8(line)));
  }),
);

checkProperty(
  'an edit changes its own octets alone, and undo and redo restore all of them',
  fc.property(files, fc.array(edits, { minLength: 1, maxLength: 4 }), (octets, wanted) => {
    const usual = usualTerminator(decodeLines(octets).terminators);
    let state = stateOf(octets);
    const characters = charactersOf(state);
    for (const { place, length, insert } of wanted) {
      const from = place % (state.doc.length + 1);
      const to = Math.min(from + length, state.doc.length);
      if (splitsPair(state, from) || splitsPair(state, to)) continue;
      state = state.update({ changes: { from, to, insert } }).state;
      characters.splice(from, to - from, ...[...insert].map((one) => hex(utf8(one === '\n' ? usual : one))));
      expect(written(state)).toBe(joined(characters));
      expect(state.doc.lines).toBe(lineCount(snapshotOf(state).octets));
    }
    const edited = written(state);
    expect(written(repeated(undo, state))).toBe(hex(octets));
    expect(written(repeated(redo, repeated(undo, state)))).toBe(edited);
  }),
);

/** The octets of each code unit of a text; none for the second half of a surrogate pair. */
function charactersOf(state: EditorState): string[] {
  const snapshot = snapshotOf(state);
  return Array.from({ length: state.doc.length }, (_, position) =>
    splitsPair(state, position)
      ? ''
      : hex(
          snapshot.octets.subarray(
            snapshot.octetAt(position),
            snapshot.octetAt(position + (splitsPair(state, position + 1) ? 2 : 1)),
          ),
        ),
  );
}

/** The octets of characters. A CR separates an LF from a line that ends with CR, so that they are not one terminator. */
function joined(characters: readonly string[]): string {
  return characters
    .map((one, index) => (one === '0a' && characters[index - 1] === '0d' ? '0d 0a' : one))
    .filter((one) => one !== '')
    .join(' ');
}

/** The state after a command until it has nothing more to do. */
function repeated(command: StateCommand, from: EditorState): EditorState {
  let state = from;
  const dispatch = (transaction: Transaction): void => {
    state = transaction.state;
  };
  while (command({ state, dispatch }));
  return state;
}

/** Whether a position is between the halves of a surrogate pair, where no command of the editor ever is. */
function splitsPair(state: EditorState, position: number): boolean {
  return (
    position > 0 &&
    /[\ud800-\udbff]$/.test(state.sliceDoc(position - 1, position)) &&
    /^[\udc00-\udfff]/.test(state.sliceDoc(position, position + 1))
  );
}

checkProperty(
  'another file in place of the present one is exactly that file, and undo brings the first one back',
  fc.property(files, files, fc.boolean(), (first, other, shares) => {
    const second = shares
      ? Uint8Array.from([
          ...first.subarray(0, first.length >> 1),
          ...other,
          ...first.subarray(first.length >> 1),
        ])
      : other;
    const state = stateOf(first);
    const change = fileChange(state, second);
    if (change === null) {
      expect(hex(first)).toBe(hex(second));
      return;
    }
    const next = state.update(change).state;
    expect(written(next)).toBe(hex(second));
    expect(next.doc.toString()).toBe(stateOf(second).doc.toString());
    const undone = repeated(undo, next);
    expect(written(undone)).toBe(hex(first));
    expect(undone.doc.toString()).toBe(state.doc.toString());
    expect(written(repeated(redo, undone))).toBe(hex(second));
  }),
);

checkProperty(
  'a replacement of octets gives the octets of the file with that replacement',
  fc.property(files, fc.nat(), fc.nat(8), files, (octets, place, length, inserted) => {
    const start = place % (octets.length + 1);
    const end = Math.min(start + length, octets.length);
    const state = stateOf(octets);
    const next = state.update(octetChange(snapshotOf(state), { start, end, octets: inserted })).state;
    const expected = Uint8Array.from([...octets.subarray(0, start), ...inserted, ...octets.subarray(end)]);
    expect(written(next)).toBe(hex(expected));
    expect(next.doc.toString()).toBe(stateOf(expected).doc.toString());
  }),
);

checkProperty(
  'the character that has an octet starts at that octet or before, and the next one after it',
  fc.property(files, (octets) => {
    const state = stateOf(octets);
    const snapshot = snapshotOf(state);
    const offsets = Array.from({ length: octets.length + 1 }, (_, offset) => offset).reverse();
    const positions = snapshot.positionsOf(offsets);
    for (const [index, offset] of offsets.entries()) {
      const position = positions[index];
      expect(position).toBe(snapshot.positionOf(offset));
      expect(splitsPair(state, position)).toBe(false);
      expect(snapshot.octetAt(position)).toBeLessThanOrEqual(offset);
      if (position === state.doc.length) continue;
      const units = splitsPair(state, position + 1) ? 2 : 1;
      expect(snapshot.octetAt(position + units)).toBeGreaterThan(offset);
      expect(snapshot.lineAt(offset)).toBe(state.doc.lineAt(position).number);
    }
  }),
);

test('the usual terminator is the most frequent one, and on a tie the first', () => {
  expect(usualTerminator([])).toBe('\n');
  expect(usualTerminator(['\r', '\n', '\n'])).toBe('\n');
  expect(usualTerminator(['\r\n', '\n'])).toBe('\r\n');
});

test('new lines take the terminator that is usual in the file', () => {
  const state = stateOf(utf8('a\r\nb\r\nc\n'));
  expect(written(state.update({ changes: { from: 1, insert: '\n' } }).state)).toBe(
    hex(utf8('a\r\n\r\nb\r\nc\n')),
  );
});

test('a line that is emptied between a CR and an LF stays a line', () => {
  const state = stateOf(utf8('a\rb\nc\nd\n'));
  const emptied = state.update({ changes: { from: 2, to: 3 } }).state;
  expect(written(emptied)).toBe(hex(utf8('a\r\r\nc\nd\n')));
  expect(written(emptied.update({ changes: { from: 2, insert: 'b' } }).state)).toBe(
    hex(utf8('a\rb\nc\nd\n')),
  );
});

test('an octet that is not UTF-8 is a character of its own', () => {
  const state = stateOf(octetsOf('a', [0xc3, 0x28, 0xff], 'é'));
  expect(state.doc.toString()).toBe('a\ud8c3(\ud8fféé'.slice(0, 5));
  expect(state.doc.length).toBe(5);
  expect(written(state.update({ changes: { from: 1, to: 2 } }).state)).toBe('61 28 ff c3 a9');
});

test('a regular expression finds each of several octets in a row that are not UTF-8', () => {
  const state = stateOf(octetsOf([0xff, 0xfe], 'é', [0xc3, 0xc3], '😀', [0x80]));
  const query = new SearchQuery({ search: '[^\\x00-\\x7f]', regexp: true });
  const cursor = query.getCursor(state);
  const lengths: number[] = [];
  for (let next = cursor.next(); !next.done; next = cursor.next())
    lengths.push(next.value.to - next.value.from);
  expect(lengths).toEqual([1, 1, 1, 1, 1, 2, 1]);
});
