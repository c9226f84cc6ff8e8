/** From octets to the content of lines: docs/semantics.md §1. */
import { before } from '../../reference/octets.js';
import type { ReferenceProfile as Profile } from '../../reference/reference.js';

const WHITE_SPACE = ' \t\v\f';

export const lineParts = {
  parsingLimit: 512_000,
  lineLimit: 16_663,
  keepsCutLine: false,
  /** How many octets of a line end are at a place; 0 if none ends there. */
  lineEnd(text: string, at: number): number {
    const octet = text[at];
    if (octet === '\n') return 1;
    if (octet !== '\r') return 0;
    return text[at + 1] === '\n' ? 2 : 1;
  },
  /** How many octets of a byte order mark are skipped. */
  mark(text: string, profile: Profile): number {
    if (text.startsWith('\xEF\xBB\xBF')) return 3;
    if (profile !== 'google') return 0;
    return text.startsWith('\xEF\xBB') ? 2 : text.startsWith('\xEF') ? 1 : 0;
  },
  /** The first line's number. */
  firstLine: 1,
  lines(file: string, profile: Profile): string[] {
    const text = file.slice(0, this.parsingLimit);
    const isCut = file.length > text.length;
    const lines: string[] = [];
    let start = this.mark(text, profile);
    for (let at = start; at < text.length; ) {
      const length = this.lineEnd(text, at);
      if (length === 0) {
        at++;
        continue;
      }
      lines.push(text.slice(start, at));
      at += length;
      start = at;
    }
    if (start < text.length && (!isCut || this.keepsCutLine)) lines.push(text.slice(start));
    return lines.map((line) => line.slice(0, this.lineLimit));
  },
  isSpace(octet: string): boolean {
    return octet !== '' && WHITE_SPACE.includes(octet);
  },
  trim(text: string): string {
    let start = 0;
    let end = text.length;
    while (start < end && this.isSpace(text.charAt(start))) start++;
    while (end > start && this.isSpace(text.charAt(end - 1))) end--;
    return text.slice(start, end);
  },
  withoutComment(text: string): string {
    return before(text, '#');
  },
  /** The part of the content that counts if it has a NUL. */
  untilNul(text: string, profile: Profile): string {
    return profile === 'google' ? before(text, '\0') : text;
  },
  isControl(octet: string): boolean {
    return octet < ' ' && !'\t\v\f'.includes(octet);
  },
  /** Whether a control octet makes the content invalid. */
  rejects(content: string, profile: Profile): boolean {
    return profile !== 'google' && [...content].some((octet) => this.isControl(octet));
  },
  /** Whether a line that is rejected is still a user-agent line, if it is one. */
  keepsRejectedAgents: true,
};
