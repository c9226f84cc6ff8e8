/**
 * Plain lists: a URL on each line. Blank lines, and lines that begin with `#`, are skipped.
 */
import { type ListPart, MAX_ENTRY_CHARACTERS, PartBuilder, type TextReader } from './entries.js';

export class PlainListReader implements TextReader {
  readonly kind = 'list';
  #rest = '';
  /** Whether the line so far is too long to keep. */
  #isOverlong = false;
  #line = 1;

  read(text: string): ListPart {
    const part = new PartBuilder();
    let start = 0;
    // CR LF, LF and CR end lines. A CR at the end of a chunk waits, because an LF may follow.
    const whole = this.#rest + text;
    const limit = whole.endsWith('\r') ? whole.length - 1 : whole.length;
    for (;;) {
      const end = lineEnd(whole, start, limit);
      if (end < 0) break;
      this.#take(whole.slice(start, end), part);
      start = end + (whole.startsWith('\r\n', end) ? 2 : 1);
    }
    this.#rest = whole.slice(start);
    if (this.#isOverlong || this.#rest.length > MAX_ENTRY_CHARACTERS) {
      this.#isOverlong = true;
      this.#rest = this.#rest.endsWith('\r') ? '\r' : '';
    }
    return part.part(this.kind);
  }

  end(): ListPart {
    const part = new PartBuilder();
    if (this.#rest !== '' || this.#isOverlong) this.#take(this.#rest.replace(/\r$/, ''), part);
    return part.part(this.kind);
  }

  #take(text: string, part: PartBuilder): void {
    if (this.#isOverlong || text.length > MAX_ENTRY_CHARACTERS) {
      part.problem('too-long', this.#line, `the line has more than ${MAX_ENTRY_CHARACTERS} characters`);
    } else if (!/^\s*#/.test(text)) part.add(text, this.#line);
    this.#isOverlong = false;
    this.#line++;
  }
}

/** The place where the next line ends; -1 if its end has not been read. */
function lineEnd(text: string, start: number, limit: number): number {
  const lf = text.indexOf('\n', start);
  const cr = text.indexOf('\r', start);
  const isCrFirst = cr >= 0 && cr < limit && (lf < 0 || cr < lf);
  return isCrFirst ? cr : lf;
}
