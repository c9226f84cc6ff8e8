/**
 * Reads a state from outside: from a link, or from the browser's history, where another version of the page may have put
 * it. No part of it is trusted.
 */

import {
  type Chosen,
  CRAWLER_COLUMNS,
  type CrawlerOverview,
  type InspectorState,
  OVERVIEW_SETS,
  PANELS,
  type ReadingName,
  type RobotsFile,
} from './state.js';

/** A value that is not valid for its field. */
export class FieldError extends Error {
  /** Which part of the state it is, such as `overview.set`. */
  readonly field: string;

  constructor(field: string) {
    super(`${field} is not as expected`);
    this.field = field;
  }
}

/** Reads one field. */
type Reader<T> = (value: unknown, field: string) => T;

const text: Reader<string> = (value, field) => {
  if (typeof value !== 'string') throw new FieldError(field);
  return value;
};

const truth: Reader<boolean> = (value, field) => {
  if (typeof value !== 'boolean') throw new FieldError(field);
  return value;
};

const octets: Reader<Uint8Array> = (value, field) => {
  if (!(value instanceof Uint8Array)) throw new FieldError(field);
  return value;
};

const lineNumber: Reader<number> = (value, field) => {
  if (!Number.isSafeInteger(value) || (value as number) < 1) throw new FieldError(field);
  return value as number;
};

/** One of several words. */
function word<const T extends string>(words: readonly T[]): Reader<T> {
  return (value, field) => {
    const found = words.find((one) => one === value);
    if (found === undefined) throw new FieldError(field);
    return found;
  };
}

/** An object with these fields; others are left out. */
function fields<T extends object>(readers: { readonly [key in keyof T]-?: Reader<T[key]> }): Reader<T> {
  return (value, field) => {
    if (typeof value !== 'object' || value === null) throw new FieldError(field);
    const entries = Object.entries(readers) as [string, Reader<unknown>][];
    return Object.fromEntries(
      entries.map(([key, read]) => [
        key,
        read(Object.getOwnPropertyDescriptor(value, key)?.value, field === '' ? key : `${field}.${key}`),
      ]),
    ) as T;
  };
}

function orNull<T>(read: Reader<T>): Reader<T | null> {
  return (value, field) => (value === null ? null : read(value, field));
}

function orAbsent<T>(read: Reader<T>): Reader<T | undefined> {
  return (value, field) => (value === undefined ? undefined : read(value, field));
}

/** What may be the name of a profile or a reader. The worker refuses others. */
const readingName: Reader<ReadingName> = (value, field) => {
  if (typeof value !== 'string' || !/^[a-z\d][a-z\d.-]{0,40}$/.test(value)) throw new FieldError(field);
  return value as ReadingName;
};

const cell = fields<Extract<Chosen, { kind: 'cell' }>>({ kind: word(['cell']), crawler: text, url: text });
const line = fields<Extract<Chosen, { kind: 'line' }>>({ kind: word(['line']), line: lineNumber });

const chosen: Reader<Chosen> = (value, field) => {
  const isLine = typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'line';
  return (isLine ? line : cell)(value, field);
};

const state = fields<InspectorState>({
  file: octets,
  fileName: text,
  other: orNull(fields<RobotsFile>({ octets, name: text })),
  urls: text,
  crawlers: text,
  profile: orAbsent(readingName),
  panel: orNull(word(PANELS)),
  chosen: orNull(chosen),
  overview: fields<CrawlerOverview>({
    set: word(OVERVIEW_SETS),
    path: text,
    sortedBy: word(CRAWLER_COLUMNS),
    descending: truth,
  }),
});

/**
 * A state from outside.
 *
 * @throws {FieldError} if a field is not as a state has it
 */
export function stateOf(value: unknown): InspectorState {
  return state(value, '');
}
