import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import { LENGTH, NO_SEGMENT, SEGMENT_STRIDE, SegmentAutomaton, SHORTER } from './segment-automaton.js';

const encoder = new TextEncoder();

checkProperty(
  'every end of every segment is found, with a table of transitions and without',
  fc.property(
    fc.array(fc.stringMatching(/^[abc]{1,6}$/), { minLength: 1, maxLength: 20 }),
    fc.stringMatching(/^[abcx]{0,30}$/),
    fc.boolean(),
    (strings, text, hasTable) => {
      const { automaton, segmentOf } = automatonOf(strings);
      if (!hasTable) Reflect.set(automaton, 'table', null);
      const expected = [];
      for (let end = 1; end <= text.length; end++) {
        const ending = new Set(
          strings.flatMap((string, nth) => (text.slice(0, end).endsWith(string) ? [segmentOf[nth]] : [])),
        );
        if (ending.size > 0) expected.push({ end, ending });
      }
      expect(endsIn(automaton, text)).toEqual(expected);
      for (const [nth, string] of strings.entries()) {
        expect(automaton.segments[segmentOf[nth] * SEGMENT_STRIDE + LENGTH]).toBe(string.length);
      }
    },
  ),
);

describe.each([true, false])('with a table of transitions: %s', (hasTable) => {
  const of = (strings: readonly string[]) => {
    const made = automatonOf(strings);
    if (!hasTable) Reflect.set(made.automaton, 'table', null);
    return made;
  };

  test('stops only where a segment ends', () => {
    const { automaton, segmentOf } = of(['ab', 'cab', 'x']);
    const path = encoder.encode('aacabxxa');
    automaton.restart();
    expect(automaton.ended).toBe(NO_SEGMENT);
    const stops = [];
    for (let at = 0; at < path.length; ) {
      at = automaton.read(path, at, path.length);
      stops.push([at, automaton.ended]);
    }
    expect(stops).toEqual([
      [5, segmentOf[1]],
      [6, segmentOf[2]],
      [7, segmentOf[2]],
      [8, NO_SEGMENT],
    ]);
  });

  test('forgets at a restart what it has read', () => {
    const { automaton, segmentOf } = of(['ab', 'b']);
    automaton.restart();
    expect(automaton.read(encoder.encode('a'), 0, 1)).toBe(1);
    automaton.restart();
    expect(automaton.ended).toBe(NO_SEGMENT);
    expect(automaton.read(encoder.encode('b'), 0, 1)).toBe(1);
    expect(automaton.ended).toBe(segmentOf[1]);
  });

  test('continues where the last call stopped reading', () => {
    const { automaton, segmentOf } = of(['abc']);
    const path = encoder.encode('xabcx');
    automaton.restart();
    expect([automaton.read(path, 0, 2), automaton.ended]).toEqual([2, NO_SEGMENT]);
    expect([automaton.read(path, 2, 3), automaton.ended]).toEqual([3, NO_SEGMENT]);
    expect([automaton.read(path, 3, 5), automaton.ended]).toEqual([4, segmentOf[0]]);
  });

  test.each([1, 2, 3, 4, 5, 12])(
    'finds each of %d segments that begin alike, after others that nearly end',
    (count) => {
      const letters = [...'bcdefghijklm'].slice(0, count);
      const strings = letters.map((letter) => `xa${letter}`);
      const { automaton, segmentOf } = of([...strings, 'xaxx', '\0a']);
      for (const [nth, letter] of [...letters.entries()]) {
        expect(endsIn(automaton, `xaxxa${letter}\0`).map(({ end }) => end)).toEqual([4, 6]);
        const [, found] = endsIn(automaton, `xaxxa${letter}`);
        expect(found.ending).toEqual(new Set([segmentOf[nth]]));
      }
      expect(endsIn(automaton, 'xan')).toEqual([]);
      expect(endsIn(automaton, 'xa\0')).toEqual([]);
      expect(endsIn(automaton, 'xa\0a').map(({ end }) => end)).toEqual([4]);
      // After `xax` there is one child.
      expect(endsIn(automaton, 'xax\0a').map(({ end }) => end)).toEqual([5]);
    },
  );
});

function automatonOf(strings: readonly string[]): { automaton: SegmentAutomaton; segmentOf: Int32Array } {
  const bounds = [0];
  for (const string of strings) bounds.push(bounds[bounds.length - 1] + string.length);
  const segmentOf = new Int32Array(strings.length);
  const parts = Int32Array.from(strings, (_, part) => part);
  const text = encoder.encode(strings.join(''));
  return { automaton: new SegmentAutomaton(text, Int32Array.from(bounds), parts, segmentOf), segmentOf };
}

/** The places where segments end, and their segments. */
function endsIn(automaton: SegmentAutomaton, text: string): { end: number; ending: Set<number> }[] {
  const path = encoder.encode(text);
  const ends = [];
  automaton.restart();
  for (let at = 0; at < path.length; ) {
    at = automaton.read(path, at, path.length);
    const ending = new Set<number>();
    for (let segment = automaton.ended; segment !== NO_SEGMENT; ) {
      ending.add(segment);
      segment = automaton.segments[segment * SEGMENT_STRIDE + SHORTER];
    }
    if (ending.size > 0) ends.push({ end: at, ending });
  }
  return ends;
}
