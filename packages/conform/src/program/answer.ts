/**
 * Reads a line that the program under test prints: an answer, or what is wrong with the line.
 */
import type { Line } from '../../../command-line/src/lines.js';
import { excerpt } from '../../../command-line/src/terminal.js';

/** What the program says about one question. */
export type Answer =
  | {
      readonly kind: 'verdict';
      readonly allowed: boolean;
      /** The line of the deciding rule, 0 for none; null if the program does not say. */
      readonly line: number | null;
    }
  /** The program says that it cannot answer. */
  | { readonly kind: 'refusal'; readonly message: string }
  /** The line is about the question, and is no answer. */
  | { readonly kind: 'malformed'; readonly message: string };

/** A line of output, read. The id is null if the line has none, and then it says nothing about any question. */
export type ReadLine =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: null; readonly complaint: string };

const EXAMPLE = '{"id": 1, "allowed": true}';

/** Reads a line of output; null for a blank one. */
export function readAnswer({ number, octets }: Line): ReadLine | null {
  const complaint = (what: string): ReadLine => ({
    id: null,
    complaint: `line ${number} of its output ${what}; an answer such as ${EXAMPLE} is expected, and anything else on standard error`,
  });
  if (octets === null) return complaint('is too long');
  const text = octets.toString().trim();
  if (text === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return complaint(`is not JSON: ${excerpt(text, 80)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return complaint(`is not an object: ${excerpt(text, 80)}`);
  }
  const { id, ...members } = value as { readonly [name: string]: unknown };
  if (typeof id !== 'number') {
    return complaint(`has no id, or not the number that the question has: ${excerpt(text, 80)}`);
  }
  return { id, answer: answerOf(members) };
}

function answerOf({ error, allowed, line }: { readonly [name: string]: unknown }): Answer {
  if (error !== undefined && error !== null) return { kind: 'refusal', message: errorText(error) };
  if (typeof allowed !== 'boolean') {
    const given = allowed === undefined ? 'missing' : excerpt(JSON.stringify(allowed), 40);
    return { kind: 'malformed', message: `"allowed" is ${given}; true or false is expected, or "error"` };
  }
  if (line === undefined || line === null) return { kind: 'verdict', allowed, line: null };
  if (Number.isSafeInteger(line) && (line as number) >= 0) {
    return { kind: 'verdict', allowed, line: line as number };
  }
  const given = excerpt(JSON.stringify(line), 40);
  return {
    kind: 'malformed',
    message: `"line" is ${given}; the number of a line is expected, or 0 for none`,
  };
}

/** An error as the program gives it: a text, or an object with a message. */
function errorText(error: unknown): string {
  if (typeof error === 'string') return excerpt(error);
  const { message } = error as { readonly message?: unknown };
  return excerpt(typeof message === 'string' ? message : JSON.stringify(error));
}
