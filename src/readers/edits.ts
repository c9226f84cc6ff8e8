/**
 * Files with some lines written otherwise, so that RFC 9309 reads them as a program reads the file itself. No line is added or removed.
 */
import { latin1 } from '../octets.js';
import { parseSync } from '../parse.js';
import type { RobotsDocument } from '../robots-document.js';

/** A line end, as RFC 9309 has it. */
const LINE_END = /(\r\n|\r|\n)/;

/** The document with other patterns: the text is octets, a character each. */
export function withPatterns(
  document: RobotsDocument,
  change: (pattern: string, directive: 'allow' | 'disallow') => string,
): RobotsDocument {
  const text = latin1(document.octets);
  const rules = document.groups.flatMap(({ rules }) => rules).sort((a, b) => a.value.start - b.value.start);
  let edited = '';
  let from = 0;
  for (const { value, directive } of rules) {
    edited += text.slice(from, value.start) + change(text.slice(value.start, value.end), directive);
    from = value.end;
  }
  return documentOf(edited + text.slice(from));
}

/** The document with other lines: the text is octets, a character each. */
export function withLines(document: RobotsDocument, change: (line: string) => string): RobotsDocument {
  const parts = latin1(document.octets).split(LINE_END);
  return documentOf(parts.map((part, index) => (index % 2 === 0 ? change(part) : part)).join(''));
}

/** The document with letters in place of a byte order mark, so that its first line is an unknown record. */
export function withoutMark(document: RobotsDocument): RobotsDocument {
  return documentOf(latin1(document.octets).replace(/^\xef\xbb\xbf/, 'xxx'));
}

/** The document with an escape in place of each carriage return before a line feed. Blank lines keep theirs. */
export function withCarriageReturns(document: RobotsDocument): RobotsDocument {
  return documentOf(latin1(document.octets).replace(/([^\s])\r(?=\n)/g, '$1%0D'));
}

/** The document with only the last of several user-agent lines; the others become unknown records. Blank lines and comments may be between them. */
export function withLastAgentLines(document: RobotsDocument): RobotsDocument {
  const parts = latin1(document.octets).split(LINE_END);
  let isBeforeAgent = false;
  for (let index = parts.length - 1; index >= 0; index -= 2) {
    const line = parts[index] as string;
    if (/^[\t ]*(?:#|$)/.test(line)) continue;
    const isAgent = AGENT_FIELD.test(line);
    if (isAgent && isBeforeAgent) parts[index] = line.replace(AGENT_FIELD, 'Other:');
    isBeforeAgent = isAgent;
  }
  return documentOf(parts.join(''));
}

/** The field of a user-agent line, with its colon. */
const AGENT_FIELD = /^[\t ]*user-agent[\t ]*:/i;

/** The lines of a document, the first at index 0. */
export function linesOfDocument(document: RobotsDocument): readonly string[] {
  return latin1(document.octets)
    .split(LINE_END)
    .filter((_, index) => index % 2 === 0);
}

/** The lines of a document with their ends. */
export function linesWithEnds(document: RobotsDocument): readonly string[] {
  const parts = latin1(document.octets).split(LINE_END);
  return parts.flatMap((part, index) => (index % 2 === 0 ? [part + (parts[index + 1] ?? '')] : []));
}

/** A document of octets, a character each. */
export function documentOf(octets: string): RobotsDocument {
  const file = new Uint8Array(octets.length);
  for (let at = 0; at < octets.length; at++) file[at] = octets.charCodeAt(at);
  return parseSync(file, { maxOctets: Infinity });
}
