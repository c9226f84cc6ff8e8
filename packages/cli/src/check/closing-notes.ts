/**
 * The notes of `check` after its answers: which files have lint findings, and that a refused request proves nothing about the
 * crawler that it named.
 */

import { visible } from '../../../command-line/src/terminal.js';
import { refusalNote } from '../impersonation.js';
import { kindNotice } from '../kind-notice.js';
import { lintNotice } from '../lint-notice.js';
import type { Answered } from './judged.js';

/** How many files are linted: a list of URLs may have any number of sites. */
const MAX_LINTED_FILES = 10;

export class ClosingNotes {
  readonly #source: { readonly file?: string; readonly userAgent?: string };
  /** The notes by what they are about. */
  readonly #notes = new Map<string, string | null>();

  /** @param source the file as the command line names it, or the User-Agent header that was sent to sites */
  constructor(source: { readonly file?: string; readonly userAgent?: string }) {
    this.#source = source;
  }

  /** Takes note of an answer. */
  see({ document, provenance }: Answered): void {
    const { file = '', userAgent = '' } = this.#source;
    const source = provenance?.robotsUrl ?? file;
    if (this.#notes.has(source) || this.#notes.size >= MAX_LINTED_FILES) return;
    const notice = document === null ? null : lintNotice(document, source);
    const refusal = refusalNote(provenance?.status ?? null, userAgent);
    // Of a file on the command line, standard error has it.
    const kind = document === null || provenance === null ? null : kindNotice(document);
    if (kind !== null) this.#notes.set(`kind of ${source}`, `${source}: ${kind}`);
    this.#notes.set(source, notice === null ? refusal : `Lint: ${notice}`);
  }

  /** The notes as text, a line each; empty if there are none. */
  text(): string {
    const notes = [...this.#notes.values()].filter((note) => note !== null);
    return notes.length === 0 ? '' : `\n${notes.map((note) => `${visible(note)}\n`).join('')}`;
  }
}
