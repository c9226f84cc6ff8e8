/**
 * What can be wrong with a robots.txt. The set of codes is closed. Parsing never throws on input; it reports one of these.
 */
import type { Span } from './octets.js';

/**
 * How serious a diagnostic is:
 * - `error`: a part of the file is ignored;
 * - `warning`: the part is read, but crawlers disagree about it, or its author probably meant something else;
 * - `info`: worth knowing.
 */
export type Severity = 'error' | 'warning' | 'info';

const error = entriesOf('error');
const warning = entriesOf('warning');
const info = entriesOf('info');

/** Makes entries of the table: what was found, and how to fix it. */
function entriesOf<Grade extends Severity>(severity: Grade) {
  return <const Found extends string, const Fix extends string>(found: Found, fix: Fix) =>
    ({ severity, found, fix }) as const;
}

/** Every code with its severity, what was found, and how to fix it. docs/lint.md has them. */
export const DIAGNOSTICS = {
  'byte-order-mark': info(
    'The file starts with a UTF-8 byte order mark, which is skipped.',
    'Save the file as UTF-8 without a byte order mark.',
  ),
  'partial-byte-order-mark': warning(
    'The file starts with part of a UTF-8 byte order mark. Google skips it; RFC 9309 reads it as part of line 1.',
    'Remove the stray octets before the first line.',
  ),
  'parsing-limit': error(
    'The file is longer than the parsing limit. The line cut by the limit and everything after it are not read.',
    'Keep robots.txt under 500 KiB (RFC 9309 §2.5).',
  ),
  'line-too-long': error(
    'The line is longer than 16,663 octets. It is read as if it ended there.',
    'Split the line, or shorten the pattern.',
  ),
  'control-octet': error(
    'The line has a control octet outside its comment, so it is invalid (RFC 9309 §3).',
    'Percent-encode the octet, or remove it.',
  ),
  'invalid-utf-8': warning(
    'The line is not valid UTF-8. Its octets are compared as they are.',
    'Save the file as UTF-8 (RFC 9309 §2.3), or percent-encode the octets.',
  ),
  'missing-colon': warning(
    'White space separates the field from the value. It is read as a colon.',
    'Write a colon after the field.',
  ),
  'not-a-record': error(
    'The line has no colon and is not two words, so it is ignored.',
    'Write "field: value", or start the line with "#".',
  ),
  'empty-field': error(
    'There is no field before the colon, so the line is ignored.',
    'Write "field: value".',
  ),
  'misspelled-field': warning(
    'The field is misspelled in a way that most crawlers accept.',
    'Correct the spelling.',
  ),
  'field-with-extra': warning(
    'The field starts with a known field and continues. Google reads it as that field; RFC 9309 does not.',
    'Write only the field before the colon.',
  ),
  'empty-user-agent': error(
    'The user-agent line has no value, so no crawler matches it.',
    'Write a product token, or "*".',
  ),
  'unusual-product-token': warning(
    'The value is not just a product token, so crawlers disagree about which one it names.',
    'Use only letters, "_" and "-" (RFC 9309 §2.2.1).',
  ),
  'pattern-without-slash': error(
    'The pattern starts with neither "/" nor "*", so it matches nothing.',
    'Start the pattern with "/" (RFC 9309 §2.2).',
  ),
  'stray-percent': warning(
    'A "%" is not followed by two hexadecimal digits. It is compared as "%25".',
    'Write "%25", or complete the escape.',
  ),
  'white-space-in-pattern': warning(
    'The pattern contains white space, which is compared in its percent-encoded form.',
    'Write one pattern per line, and "%20" for a space.',
  ),
  'sitemap-not-absolute': warning(
    'The sitemap is not an absolute URL.',
    'Write the full URL, including scheme and host.',
  ),
  'rule-before-user-agent': error(
    'The rule is above the first user-agent line, so it belongs to no group and is ignored (RFC 9309 §2.2.2).',
    'Put a user-agent line above it.',
  ),
  'group-without-rules': info(
    'The group has no rules, so it allows everything (RFC 9309 §2.1).',
    'Write "Disallow:" to make that explicit.',
  ),
  'group-split': info(
    'An earlier group has the same product token. Their rules are combined (RFC 9309 §2.2.1).',
    'Put all rules for one product token into one group.',
  ),
  'invalid-extension-value': warning(
    'The value is malformed. It is kept, but not interpreted.',
    'Write a value in the format that the message names.',
  ),
  'usage-before-user-agent': error(
    'Content-Usage is above the first user-agent line, so it belongs to no crawler and is ignored.',
    'Put a user-agent line above it.',
  ),
  'malformed-content-usage': error(
    'The value is not a dictionary (RFC 9651 §3.2), so everything in it is unknown.',
    'Write keys in lower case, each with "=y" or "=n", and commas between them.',
  ),
  'unknown-usage-value': warning(
    'A category of Content-Usage has a value other than "y" and "n", so it is unknown.',
    'Write "y" to allow or "n" to disallow.',
  ),
  'retired-usage-label': warning(
    'The label is from a former draft of the vocabulary, and is ignored.',
    'Use a category of docs/usage.md.',
  ),
  'unknown-content-signal': warning(
    'Content-Signal has a key or a value that is not known. It counts as unknown.',
    'Use the keys search, ai-input and ai-train with "yes" or "no".',
  ),
  'content-signal-path': info(
    'Content-Signal begins with a path. That is not part of its published form; it is read as a path pattern.',
    'Leave out the path, or use Content-Usage.',
  ),
  'looks-like-html': warning(
    'The file looks like an HTML page. Its lines are still read as robots.txt.',
    'Serve robots.txt as text/plain (RFC 9309 §2.3).',
  ),
} as const;

/** The code of a diagnostic: a key of `DIAGNOSTICS`. */
export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/** A problem in a robots.txt, or a remark about it, with its place. */
export interface Diagnostic {
  /** Stable: programs may compare it. */
  readonly code: DiagnosticCode;
  /** How bad it is. */
  readonly severity: Severity;
  /** The line, from 1. */
  readonly line: number;
  /** The octets that it is about. */
  readonly span: Span;
  /** What was found, and how to fix it. */
  readonly message: string;
}

/**
 * Makes a diagnostic.
 *
 * @param place its octets; of a text, only the place is kept
 * @param detail what exactly was found, for the message
 */
export function diagnostic(code: DiagnosticCode, line: number, place: Span, detail?: string): Diagnostic {
  const { severity, found, fix } = DIAGNOSTICS[code];
  const span = { start: place.start, end: place.end };
  const message = detail === undefined ? `${found} ${fix}` : `${found} Found: ${detail}. ${fix}`;
  return { code, severity, line, span, message };
}
