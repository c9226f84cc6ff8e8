/** The files that the worker holds, each parsed once. */
import { parseSync, type RobotsDocument } from 'robotstream/web';

/** A file that the page has sent. */
export class HeldFile {
  readonly octets: Uint8Array;
  #document: RobotsDocument | undefined;

  constructor(octets: Uint8Array) {
    this.octets = octets;
  }

  /** Parsed when it is first read. */
  get document(): RobotsDocument {
    this.#document ??= parseSync(this.octets);
    return this.#document;
  }
}

/** The files that questions are about. */
export interface Files {
  readonly file: HeldFile;
  /** The second version; null if there is none. */
  readonly other: HeldFile | null;
}
