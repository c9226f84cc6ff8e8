/**
 * What a payload is. Servers send error pages as text and robots.txt files as HTML, so the octets decide before the media type.
 */
import { HASH, isLetter, NUL } from 'robotstream/internal';

export type PayloadKind = 'robots' | 'html' | 'json' | 'xml' | 'binary' | 'empty';

/** How much of a payload is looked at. */
const SNIFFED_OCTETS = 1024;

/** A byte order mark in Latin-1, and white space. */
const LEADING = /^(?:\u00ef\u00bb\u00bf)?\s*/;
const HTML =
  /^<(?:!doctype\s+html|html|head|body|title|script|meta|!--|div|p|h1|a|br|table|iframe|style)(?![\w-])/i;
const XML = /^<(?:\?xml|[a-z][\w:.-]*[\s/>])/i;
const JSON_START = /^(?:\{\s*(?:"|\})|\[\s*(?:[[{"\]]|-?[0-9]))/;

/** Kinds by media type, for a payload whose octets do not show its kind. */
const KINDS_BY_TYPE: readonly (readonly [RegExp, PayloadKind])[] = [
  [/^(?:text\/html|application\/xhtml\+xml)\b/i, 'html'],
  [/^application\/(?:[\w.+-]+\+)?json\b/i, 'json'],
  [/^(?:text|application)\/(?:[\w.+-]+\+)?xml\b/i, 'xml'],
  [/^(?:image|audio|video|font)\//i, 'binary'],
];

/**
 * The kind of a payload. Markup is recognized by its beginning. A text with a record of robots.txt is `robots`, whatever
 * its media type.
 *
 * @param hasRecords whether it has a user-agent line, a rule or a sitemap line
 */
export function kindOf(octets: Uint8Array, mediaType: string | null, hasRecords: boolean): PayloadKind {
  if (octets.length === 0) return 'empty';
  const start = octets.subarray(0, SNIFFED_OCTETS);
  if (start.includes(NUL)) return 'binary';
  // Most payloads begin like this, and no markup does.
  if (!isLetter(start[0]) && start[0] !== HASH) {
    const markup = kindOfMarkup(Buffer.from(start).toString('latin1').replace(LEADING, ''));
    if (markup !== undefined) return markup;
  }
  if (hasRecords) return 'robots';
  return KINDS_BY_TYPE.find(([type]) => type.test(mediaType ?? ''))?.[1] ?? 'robots';
}

function kindOfMarkup(text: string): PayloadKind | undefined {
  if (HTML.test(text)) return 'html';
  if (XML.test(text)) return 'xml';
  return JSON_START.test(text) ? 'json' : undefined;
}
