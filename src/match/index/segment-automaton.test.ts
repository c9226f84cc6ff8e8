import fc from 'fast-check';
import { expect } from 'vitest';
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
