/**
 * What a list of URLs has: entries, and what is wrong with some of them. This folder reads lists for the command and for the inspector: it
 * needs nothing of Node.
 */

/** An entry of a list, as written. Whether it is a URL is for the reader of the entries to say. */
export interface ListEntry {
  readonly url: string;
  /** Its line in the list, from 1. */
  readonly line: number;
}

/** What can be wrong with a list, with how a summary counts it. */
export const LIST_PROBLEMS = {
  encoding: 'entries are not in the encoding of the list, and are not judged',
  'too-long': 'lines are too long, and are not read',
  'bad-xml': 'XML errors; the rest was read',
  'bad-csv': 'rows of the table are damaged; the rest was read',
  'no-cell': 'rows of the table have no URL',
  'not-a-sitemap': 'files are not sitemaps',
  'above-limits':
    'sitemaps are above the limits of the protocol, 50,000 URLs and 50 MB; search engines may read less of them',
  'cut-off': 'lists are cut off',
} as const;

export type ListProblemCode = keyof typeof LIST_PROBLEMS;

/** Something that is wrong with a list. Nothing is dropped without one. */
export interface ListProblem {
  readonly code: ListProblemCode;
  /** The line in the list, from 1. */
  readonly line: number;
  /** What is wrong there, as a sentence without its end. */
  readonly message: string;
}

/** The kinds of lists. An index names sitemaps in place of URLs. */
export type ListKind = 'list' | 'csv' | 'sitemap' | 'sitemap-index';

/** A part of a list. */
export interface ListPart {
  readonly kind: ListKind;
  /** URLs; of an index, those of sitemaps. */
  readonly entries: readonly ListEntry[];
  readonly problems: readonly ListProblem[];
}

/** Reads text of one kind, in chunks of any size. */
export interface TextReader {
  readonly kind: ListKind;
  /** What the text so far adds. */
  read(text: string): ListPart;
  /** What the end adds. */
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

/** What decoding leaves of octets that are not in the encoding. */
const REPLACEMENT = '\ufffd';
