/**
 * A document as JSON, piece by piece: the whole of a large one may be more than one string can hold.
 */
import type { RobotsDocument } from '../../index.js';

/** What `JSON.stringify(document)` says, laid out with one line for each group, record and diagnostic. */
export function* documentJson(document: RobotsDocument): Generator<string, void> {
  let before = '{\n';
  for (const [key, value] of Object.entries(document.toJSON())) {
    yield `${before}  ${JSON.stringify(key)}: `;
    if (Array.isArray(value)) yield* listJson(value);
    else yield JSON.stringify(value);
    before = ',\n';
  }
  yield '\n}\n';
}

function* listJson(list: readonly unknown[]): Generator<string, void> {
  if (list.length === 0) {
    yield '[]';
    return;
  }
  let before = '[\n';
  for (const item of list) {
    yield `${before}    ${JSON.stringify(item)}`;
    before = ',\n';
  }
  yield '\n  ]';
}
