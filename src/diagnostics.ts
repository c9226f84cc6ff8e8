/**
 * What can be odd about a robots.txt. The set of codes is closed; parsing never throws on input, it says one of these.
 */
import type { Span } from './places.js';

/**
 * - `error`: something was left out of the reading;
 * - `warning`: something was read, but readers differ about it or its author probably meant something else;
 * - `info`: worth knowing.
 */
export type Severity = 'error' | 'warning' | 'info';

/** Every code, its severity, what it says was found, and what would be right. `docs/diagnostics.md` shows this table. */
export const DIAGNOSTICS = {
  'byte-order-mark': {
    severity: 'info',
    found: 'A UTF-8 byte order mark stands at the start; it is skipped.',
    right: 'Save the file as UTF-8 without a byte order mark.',
  },
  'partial-byte-order-mark': {
    severity: 'warning',
    found:
      'The file begins with a part of a UTF-8 byte order mark; Google skips it, RFC 9309 reads it as part of line 1.',
    right: 'Remove the stray octets before the first line.',
  },
  'parsing-limit': {
    severity: 'error',
    found:
      'The file is longer than the parsing limit; the line that the limit cuts and everything after it is not read.',
    right: 'Keep robots.txt under 500 KiB (RFC 9309 §2.5).',
  },
  'line-too-long': {
    severity: 'error',
    found: 'The line is longer than 16,663 octets; it is read as if it ended there.',
    right: 'Split the line, or shorten the pattern.',
  },
  'control-octet': {
    severity: 'error',
    found: 'A control octet stands outside a comment; the line is invalid (RFC 9309 §3).',
    right: 'Percent-encode the octet, or remove it.',
  },
  'invalid-utf-8': {
    severity: 'warning',
    found: 'The line is not valid UTF-8; its octets are compared as they are.',
    right: 'Save the file as UTF-8 (RFC 9309 §2.3), or percent-encode the octets.',
  },
  'missing-colon': {
    severity: 'warning',
    found: 'White space stands where the colon should be; it is read as one.',
    right: 'Write a colon after the field.',
  },
  'not-a-record': {
    severity: 'error',
    found: 'The line has no colon and is not two words; it is not read.',
    right: 'Write "field: value", or begin the line with "#".',
  },
  'empty-field': {
    severity: 'error',
    found: 'Nothing stands before the colon; the line is not read.',
    right: 'Write "field: value".',
  },
  'misspelled-field': {
    severity: 'warning',
    found: 'The field is a misspelling that most readers accept.',
    right: 'Write the field as RFC 9309 §2.2 spells it.',
  },
  'field-with-extra': {
    severity: 'warning',
    found: 'The field begins like a known one and goes on; Google reads it as that one, RFC 9309 does not.',
    right: 'Write the field alone before the colon.',
  },
  'empty-user-agent': {
    severity: 'error',
    found: 'The user-agent line names nobody; its group is selected by no name.',
    right: 'Write a product token, or "*".',
  },
  'unusual-product-token': {
    severity: 'warning',
    found: 'The value is more than a product token; readers differ about whom it names.',
    right: 'Write letters, "_" and "-" alone (RFC 9309 §2.2.1).',
  },
  'pattern-without-slash': {
    severity: 'error',
    found: 'The pattern begins with neither "/" nor "*"; it matches nothing.',
    right: 'Begin the pattern with "/" (RFC 9309 §2.2).',
  },
  'stray-percent': {
    severity: 'warning',
    found: 'A "%" is not followed by two hexadecimal digits; it is compared as "%25".',
    right: 'Write "%25", or complete the encoding.',
  },
  'white-space-in-pattern': {
    severity: 'warning',
    found: 'White space stands inside the pattern; it is compared as its percent-encoded form.',
    right: 'Write one pattern a line, and "%20" for a space.',
  },
  'sitemap-not-absolute': {
    severity: 'warning',
    found: 'The sitemap is not an absolute URL.',
    right: 'Write the full URL, scheme and host included.',
  },
  'rule-before-user-agent': {
    severity: 'error',
    found: 'The rule stands before any user-agent line; it is in no group (RFC 9309 §2.2.2).',
    right: 'Put a user-agent line above it.',
  },
  'group-without-rules': {
    severity: 'info',
    found: 'The group has no rules; it allows everything (RFC 9309 §2.1).',
    right: 'Write "Disallow:" to say so plainly.',
  },
  'group-split': {
    severity: 'info',
    found: 'The product token has a group above already; their rules are combined (RFC 9309 §2.2.1).',
    right: 'Put all rules for one product token into one group.',
  },
  'invalid-extension-value': {
    severity: 'warning',
    found: 'The value is not of the form that the field has; it is kept, and not interpreted.',
    right: 'Write a value of the form that the message names.',
  },
  'looks-like-html': {
    severity: 'warning',
    found: 'The file looks like an HTML page; its lines are read as robots.txt all the same.',
    right: 'Serve robots.txt as text/plain (RFC 9309 §2.3).',
  },
} as const satisfies { readonly [code: string]: { severity: Severity; found: string; right: string } };

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/** Something odd, with its place. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** The line, from 1. */
  readonly line: number;
  /** The octets it is about. */
  readonly span: Span;
  /** What was found and what would be right. */
  readonly message: string;
}

/**
 * Makes a diagnostic.
 *
 * @param detail what exactly was found, to stand behind the table's sentence
 */
export function diagnostic(code: DiagnosticCode, line: number, span: Span, detail?: string): Diagnostic {
  const { severity, found, right } = DIAGNOSTICS[code];
  const message = detail === undefined ? `${found} ${right}` : `${found} Found: ${detail}. ${right}`;
  return { code, severity, line, span, message };
}
