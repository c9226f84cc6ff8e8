/**
 * The lines of a long file that say why readers judge a URL as they do. The others change nothing, so that a short file can be read
 * in their place, again and again.
 */

import type { Verdict } from '../match/verdict.js';
import type { RobotsDocument } from '../robots-document.js';
import { documentOf, linesWithEnds } from './edits.js';

/** A file with so many lines is read as it is. */
const FEW_LINES = 300;

/** How many lines before and after a line that matters are taken. */
const AROUND = 2;

/** How many user-agent lines of a group are taken. */
const MAX_AGENTS = 4;

/** What lines are, as far as readers may tell lines apart that do not decide. */
const KINDS = [
  /^[\t ]*[\r\n]*$/,
  /^[\t ]*#/,
  /^[\t ]*user-?agent/i,
  /^[\t ]*(?:dis)?allow/i,
  /^[\t ]*(?:crawl-?delay|request-rate)/i,
];

/** Some lines of a file, and their numbers in it. */
interface FewLines {
  readonly document: RobotsDocument;
  readonly lines: readonly number[];
}

export class CondensedFile {
  readonly hasManyLines: boolean;
  readonly #document: RobotsDocument;
  /** The lines with their ends. */
  #texts: readonly string[] = [];
  /** The kind of each line. */
  #kinds: Uint8Array = new Uint8Array(0);

  constructor(document: RobotsDocument) {
    this.#document = document;
    this.hasManyLines = document.lineCount > FEW_LINES;
  }

  /** The lines on which verdicts depend, as far as is easy to see; null for a file that has few lines. */
  linesOf(verdicts: readonly Verdict[]): FewLines | null {
    if (!this.hasManyLines) return null;
    if (this.#texts.length === 0) {
      this.#texts = linesWithEnds(this.#document);
      this.#kinds = Uint8Array.from(this.#texts, kindOf);
    }
    const mattering = verdicts.flatMap(({ rule, group }) => [
      rule?.line ?? 0,
      ...(group?.userAgents ?? []).slice(0, MAX_AGENTS).map(({ line }) => line),
    ]);
    const lines = this.#withOthers(mattering.filter((line) => line > 0));
    return { document: documentOf(lines.map((line) => this.#texts[line - 1]).join('')), lines };
  }

  /** Some lines with those around them and, of each gap between them, the first and the last of each kind. */
  #withOthers(mattering: readonly number[]): number[] {
    const kept = new Set<number>();
    const { length } = this.#texts;
    for (const line of [1, ...mattering, length]) {
      for (let near = Math.max(1, line - AROUND); near <= Math.min(length, line + AROUND); near++)
        kept.add(near);
    }
    const sorted = [...kept].sort((a, b) => a - b);
    for (const [nth, before] of sorted.entries()) {
      const after = sorted[nth + 1] ?? before;
      const last = new Map<number, number>();
      for (let line = before + 1; line < after; line++) {
        const kind = this.#kinds[line - 1];
        if (!last.has(kind)) kept.add(line);
        last.set(kind, line);
      }
      for (const line of last.values()) kept.add(line);
    }
    return [...kept].sort((a, b) => a - b);
  }
}

function kindOf(line: string): number {
  const kind = KINDS.findIndex((pattern) => pattern.test(line));
  return kind < 0 ? KINDS.length : kind;
}
