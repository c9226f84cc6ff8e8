/** What the questions are about: cells, lines and readings, as plain data. */
import type { Span } from 'robotstream/web';
import type { ReadingName } from '../state/state.js';

export type { ReadingName } from '../state/state.js';

/** What decides, or what a finding is about: a part of one line. Offsets count octets from the start of the file. */
export interface LinePart extends Span {
  /** From 1. */
  readonly line: number;
}

/** The question of the grid: lines of URLs, and names of crawlers and sets, both as typed. */
export interface GridQuestion {
  /** One URL or path a line. Blank lines and lines that begin with `#` are left out. */
  readonly urls: string;
  /** Product tokens and `@ai`, `@search`, `@seo`, `@all`, separated by commas or white space. */
  readonly crawlers: string;
  /** The profile to judge by; undefined if each crawler is judged by its own, here and in the other questions. */
  readonly profile: ReadingName | undefined;
}

/** What a cell of the grid says. */
export const CELL = { allowed: 0, disallowed: 1, unanswered: 2 } as const;

/** One cell of the grid. */
export interface CellQuestion {
  readonly url: string;
  /** A product token. */
  readonly crawler: string;
  readonly profile: ReadingName | undefined;
}

/** A line of the file, and the crawlers that it may concern. */
export interface LineQuestion {
  /** From 1. */
  readonly line: number;
  /** As in {@link GridQuestion}. */
  readonly crawlers: string;
  readonly profile: ReadingName | undefined;
}

/** How the file is read. */
export interface ReadingQuestion {
  readonly profile: ReadingName | undefined;
}
