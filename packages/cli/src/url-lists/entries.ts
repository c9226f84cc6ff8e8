/**
 * The entries of a list of URLs, and its problems. This folder reads lists for the command and for the inspector, so it uses no Node
 * API.
 */

/** An entry of a list, as written. It need not be a URL. */
export interface ListEntry {
  readonly url: string;
  /** Its line in the list, from 1. */
  readonly line: number;
}

/** What has a problem, in the singular, and what follows it and its plural. */
export type Problem = readonly [what: string, wrong: string];

/** The problems that a list can have. */
export const LIST_PROBLEMS = {
  encoding: ['URL', ' not in the encoding of the list, so not judged'],
  'too-long': ['line', ' too long to read'],
  'bad-xml': ['XML error', '; the rest was read'],
  'bad-csv': ['damaged row', '; the rest was read'],
  'no-cell': ['row', ' without a URL'],
  'not-a-sitemap': ['file', ' without a sitemap'],
  'above-limits': ['sitemap', ' with more than 50,000 URLs or 50 MB; search engines may read less'],
  'cut-off': ['list', ' cut off'],
} as const satisfies { readonly [code: string]: Problem };

/** A number of problems in words, such as `2 lists cut off`. */
export function countedText(count: number, [what, wrong]: Problem): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}${wrong}`;
}

export type ListProblemCode = keyof typeof LIST_PROBLEMS;

/** A problem of a list. Everything that is skipped is reported as a problem. */
export interface ListProblem {
  readonly code: ListProblemCode;
  /** The line in the list, from 1. */
  readonly line: number;
  /** What is wrong there, without a full stop. */
  readonly message: string;
}

/** The kinds of lists. An index has the URLs of sitemaps in place of pages. */
export type ListKind = 'list' | 'csv' | 'sitemap' | 'sitemap-index';

/** A part of a list. */
export interface ListPart {
  readonly kind: ListKind;
  /** The URLs of this part; in an index, those of sitemaps. */
  readonly entries: readonly ListEntry[];
  readonly problems: readonly ListProblem[];
}

/** Reads text of one kind, in chunks of any size. */
export interface TextReader {
  readonly kind: ListKind;
  /** Reads the next text, and returns what it adds to the list. */
  read(text: string): ListPart;
  /** Ends the list, and returns what that adds. */
  end(): ListPart;
}

/** The longest line, cell or tag, in characters. Longer ones are not kept in memory. */
export const MAX_ENTRY_CHARACTERS = 1024 * 1024;

/** Collects what a reader finds in a chunk. */
export class PartBuilder {
  readonly entries: ListEntry[] = [];
  readonly problems: ListProblem[] = [];

  /** Adds an entry, unless it is empty or was not in the encoding of the list. */
  add(text: string, line: number): void {
    const url = text.trim();
    if (url === '') return;
    if (url.includes(REPLACEMENT))
      this.problem('encoding', line, 'octets are not in the encoding of the list');
    else this.entries.push({ url, line });
  }

  problem(code: ListProblemCode, line: number, message: string): void {
    this.problems.push({ code, line, message });
  }

  part(kind: ListKind): ListPart {
    return { kind, entries: this.entries, problems: this.problems };
  }
}

/** The character that a decoder writes for octets that are not in the encoding. */
const REPLACEMENT = '\ufffd';
