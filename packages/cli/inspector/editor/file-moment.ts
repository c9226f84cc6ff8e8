/**
 * A file at one moment, and where its octets are in the editor's text, which has changed since.
 */
import type { ChangeDesc } from '@codemirror/state';
import type { OctetChange, Snapshot } from './snapshot.js';

export class FileMoment {
  readonly snapshot: Snapshot;
  /** What has changed since; null if nothing has. */
  #since: ChangeDesc | null = null;

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
  }

  /** Follows a change of the text. */
  follow(changes: ChangeDesc): void {
    this.#since = this.#since === null ? changes : this.#since.composeDesc(changes);
  }

  /** Where the characters that have the given octets are now. */
  positionsOf(octets: readonly number[]): number[] {
    return this.snapshot.positionsOf(octets).map((position) => this.#now(position));
  }

  /** Where the first character of a line is now; null if there was no such line. */
  positionOfLine(line: number): number | null {
    const { text } = this.snapshot;
    return line >= 1 && line <= text.lines ? this.#now(text.line(line).from) : null;
  }

  /**
   * A replacement of octets of this file, in the file as it is now; null if those octets have changed.
   *
   * @param now the file as it is now
   */
  moved(change: OctetChange, now: Snapshot): OctetChange | null {
    const { snapshot } = this;
    const from = snapshot.positionOf(change.start);
    const to = snapshot.positionOf(change.end);
    if (this.#since?.touchesRange(from, to)) return null;
    return {
      start: now.octetAt(this.#now(from)) + change.start - snapshot.octetAt(from),
      end: now.octetAt(this.#now(to)) + change.end - snapshot.octetAt(to),
      octets: change.octets,
    };
  }

  #now(position: number): number {
    return this.#since === null ? position : this.#since.mapPos(position, 1);
  }
}
