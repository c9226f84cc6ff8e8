/**
 * The symbols for which the nodes of the wildcard tree wait. A *symbol* is the event that a segment ends in the path; it is
 * another one at the end of the path. A node waits for the symbol of the edge that leads to it. If its segment has a query
 * form (`writeQueryForm`), it also waits for a second symbol, which counts only if the segment begins within the query.
 */
import { type PatternSet, writeQueryForm } from '../pattern.js';
import { FREE, SEGMENT_STRIDE, type SegmentAutomaton } from './segment-automaton.js';
import type { WildcardTree } from './wildcard-tree.js';

/** "No symbol", and "no query form". */
export const NONE = -1;

/** Index in the automaton's integers for each segment: its symbol, or {@link NONE}. */
export const SYMBOL = FREE;
/** Index in the automaton's integers for each segment: its symbol at the end of the path, or {@link NONE}. */
export const END_SYMBOL = FREE + 1;

/** The strings of the automaton: the parts, and after them their query forms. */
export interface Strings {
  readonly text: Uint8Array;
  /** String `i` is the octets `bounds[parts[i]]` up to but not including `bounds[parts[i] + 1]` of the text. */
  readonly bounds: Int32Array;
  readonly parts: Int32Array;
  /** For each part, the string that is its query form, or {@link NONE}; null if no part has one. */
  readonly queryForm: Int32Array | null;
}

/** Makes the strings of some parts of a pattern set. */
export function withQueryForms(patterns: PatternSet, parts: Int32Array): Strings {
  const { text, partBounds } = patterns;
  if (!patterns.hasQueryForms) return { text, bounds: partBounds, parts, queryForm: null };

  let textLength = 0;
  for (const part of parts) textLength += partBounds[part + 1] - partBounds[part];
  const forms = new Uint8Array(textLength);
  const formStarts: number[] = [];
  const queryForm = new Int32Array(parts.length).fill(NONE);
  let end = 0;
  for (let i = 0; i < parts.length; i++) {
    const start = end;
    const partStart = partBounds[parts[i]];
    const partEnd = partBounds[parts[i] + 1];
    const formEnd = writeQueryForm(text, partStart, partEnd, forms, start);
    if (formEnd - start === partEnd - partStart) continue;
    queryForm[i] = parts.length + formStarts.length;
    formStarts.push(start);
    end = formEnd;
  }

  const firstForm = partBounds.length;
  const allParts = new Int32Array(parts.length + formStarts.length);
  allParts.set(parts);
  for (let i = 0; i < formStarts.length; i++) allParts[parts.length + i] = firstForm + i;

  const textEnd = patterns.textLength;
  const bounds = new Int32Array(firstForm + formStarts.length + 1);
  bounds.set(partBounds);
  for (let i = 0; i < formStarts.length; i++) bounds[firstForm + i] = textEnd + formStarts[i];
  bounds[firstForm + formStarts.length] = textEnd + end;

  const allText = new Uint8Array(textEnd + end);
  allText.set(text.subarray(0, textEnd));
  allText.set(forms.subarray(0, end), textEnd);
  return { text: allText, bounds, parts: allParts, queryForm };
}

/** The symbols of a tree, numbered from 0. */
export interface Symbols {
  readonly count: number;
  /** The symbol of each node; {@link NONE} for a root. */
  readonly ofNode: Int32Array;
  /** The second symbol of each node, or {@link NONE}; null if no node has one. */
  readonly secondOfNode: Int32Array | null;
  /**
   * Two integers for each segment: the second symbol that it is, and the one at the end of the path, or {@link NONE}; null
   * if no node has a second symbol.
   */
  readonly second: Int32Array | null;
}

/**
 * Numbers the symbols for which nodes wait, and sets {@link SYMBOL} and {@link END_SYMBOL} of each segment.
 *
 * @param segmentOf the segment of each string
 * @param queryForm as in {@link Strings}
 */
export function numberSymbols(
  { nodeCount, rootCount, label }: WildcardTree,
  { segments, segmentCount }: SegmentAutomaton,
  segmentOf: Int32Array,
  queryForm: Int32Array | null,
): Symbols {
  for (let segment = 0; segment < segmentCount; segment++) {
    segments[segment * SEGMENT_STRIDE + SYMBOL] = NONE;
    segments[segment * SEGMENT_STRIDE + END_SYMBOL] = NONE;
  }
  const ofNode = new Int32Array(nodeCount).fill(NONE);
  let count = 0;
  for (let node = rootCount; node < nodeCount; node++) {
    const which = label[node] % 2 === 0 ? SYMBOL : END_SYMBOL;
    const at = (label[node] >> 1) * SEGMENT_STRIDE + which;
    if (segments[at] === NONE) segments[at] = count++;
    ofNode[node] = segments[at];
  }
  if (queryForm === null) return { count, ofNode, secondOfNode: null, second: null };

  const secondSegment = new Int32Array(segmentCount).fill(NONE);
  queryForm.forEach((form, part) => {
    if (form !== NONE) secondSegment[segmentOf[part]] = segmentOf[form];
  });
  const secondOfNode = new Int32Array(nodeCount).fill(NONE);
  const second = new Int32Array(segmentCount * 2).fill(NONE);
  for (let node = rootCount; node < nodeCount; node++) {
    const segment = secondSegment[label[node] >> 1];
    if (segment === NONE) continue;
    const at = segment * 2 + (label[node] % 2);
    if (second[at] === NONE) second[at] = count++;
    secondOfNode[node] = second[at];
  }
  return { count, ofNode, secondOfNode, second };
}
