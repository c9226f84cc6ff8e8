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

/** Every code with its severity, what was found, and how to fix it. `docs/diagnostics.md` has this table. */
export const DIAGNOSTICS = {
  'byte-order-mark': {
    severity: 'info',
    found: 'The file starts with a UTF-8 byte order mark, which is skipped.',
    fix: 'Save the file as UTF-8 without a byte order mark.',
  },
  'partial-byte-order-mark': {
    severity: 'warning',
    found:
      'The file starts with part of a UTF-8 byte order mark. Google skips it; RFC 9309 reads it as part of line 1.',
    fix: 'Remove the stray octets before the first line.',
  },
  'parsing-limit': {
    severity: 'error',
    found:
      'The file is longer than the parsing limit. The line cut by the limit and everything after it are not read.',
    fix: 'Keep robots.txt under 500 KiB (RFC 9309 §2.5).',
  },
  'line-too-long': {
    severity: 'error',
    found: 'The line is longer than 16,663 octets. It is read as if it ended there.',
    fix: 'Split the line, or shorten the pattern.',
  },
  'control-octet': {
    severity: 'error',
    found: 'The line has a control octet outside its comment, so it is invalid (RFC 9309 §3).',
    fix: 'Percent-encode the octet, or remove it.',
  },
  'invalid-utf-8': {
    severity: 'warning',
    found: 'The line is not valid UTF-8. Its octets are compared as they are.',
    fix: 'Save the file as UTF-8 (RFC 9309 §2.3), or percent-encode the octets.',
  },
  'missing-colon': {
    severity: 'warning',
    found: 'White space separates the field from the value. It is read as a colon.',
    fix: 'Write a colon after the field.',
  },
  'not-a-record': {
    severity: 'error',
    found: 'The line has no colon and is not two words, so it is ignored.',
    fix: 'Write "field: value", or start the line with "#".',
  },
  'empty-field': {
    severity: 'error',
    found: 'There is no field before the colon, so the line is ignored.',
    fix: 'Write "field: value".',
  },
  'misspelled-field': {
    severity: 'warning',
    found: 'The field is misspelled in a way that most crawlers accept.',
    fix: 'Correct the spelling.',
  },
  'field-with-extra': {
    severity: 'warning',
    found:
      'The field starts with a known field and continues. Google reads it as that field; RFC 9309 does not.',
    fix: 'Write only the field before the colon.',
  },
  'empty-user-agent': {
    severity: 'error',
    found: 'The user-agent line has no value, so no crawler matches it.',
    fix: 'Write a product token, or "*".',
  },
  'unusual-product-token': {
    severity: 'warning',
    found: 'The value is not just a product token, so crawlers disagree about which one it names.',
    fix: 'Use only letters, "_" and "-" (RFC 9309 §2.2.1).',
  },
  'pattern-without-slash': {
    severity: 'error',
    found: 'The pattern starts with neither "/" nor "*", so it matches nothing.',
    fix: 'Start the pattern with "/" (RFC 9309 §2.2).',
  },
  'stray-percent': {
    severity: 'warning',
    found: 'A "%" is not followed by two hexadecimal digits. It is compared as "%25".',
    fix: 'Write "%25", or complete the escape.',
  },
  'white-space-in-pattern': {
    severity: 'warning',
    found: 'The pattern contains white space, which is compared in its percent-encoded form.',
    fix: 'Write one pattern per line, and "%20" for a space.',
  },
  'sitemap-not-absolute': {
    severity: 'warning',
    found: 'The sitemap is not an absolute URL.',
    fix: 'Write the full URL, including scheme and host.',
  },
  'rule-before-user-agent': {
    severity: 'error',
    found:
      'The rule is above the first user-agent line, so it belongs to no group and is ignored (RFC 9309 §2.2.2).',
    fix: 'Put a user-agent line above it.',
  },
  'group-without-rules': {
    severity: 'info',
    found: 'The group has no rules, so it allows everything (RFC 9309 §2.1).',
    fix: 'Write "Disallow:" to make that explicit.',
  },
  'group-split': {
    severity: 'info',
    found: 'An earlier group has the same product token. Their rules are combined (RFC 9309 §2.2.1).',
    fix: 'Put all rules for one product token into one group.',
  },
  'invalid-extension-value': {
    severity: 'warning',
    found: 'The value is malformed. It is kept, but not interpreted.',
    fix: 'Write a value in the format that the message names.',
  },
  'usage-before-user-agent': {
    severity: 'error',
    found: 'Content-Usage is above the first user-agent line, so it belongs to no crawler and is ignored.',
    fix: 'Put a user-agent line above it.',
  },
  'malformed-content-usage': {
    severity: 'error',
    found: 'The value is not a dictionary (RFC 9651 §3.2), so everything in it is unknown.',
    fix: 'Write keys in lower case, each with "=y" or "=n", and commas between them.',
  },
  'unknown-usage-value': {
    severity: 'warning',
    found: 'A category of Content-Usage has a value other than "y" and "n", so it is unknown.',
    fix: 'Write "y" to allow or "n" to disallow.',
  },
  'retired-usage-label': {
    severity: 'warning',
    found: 'The label is from a former draft of the vocabulary, and is ignored.',
    fix: 'Use a category of docs/usage.md.',
  },
  'unknown-content-signal': {
    severity: 'warning',
    found: 'Content-Signal has a key or a value that is not known. It counts as unknown.',
    fix: 'Use the keys search, ai-input and ai-train with "yes" or "no".',
  },
  'content-signal-path': {
    severity: 'info',
    found:
      'Content-Signal begins with a path. That is not part of its published form; it is read as a path pattern.',
    fix: 'Leave out the path, or use Content-Usage.',
  },
  'looks-like-html': {
    severity: 'warning',
    found: 'The file looks like an HTML page. Its lines are still read as robots.txt.',
    fix: 'Serve robots.txt as text/plain (RFC 9309 §2.3).',
  },
} as const satisfies { readonly [code: string]: { severity: Severity; found: string; fix: string } };

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/** A problem in a robots.txt, or a remark about it, with its place. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
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
