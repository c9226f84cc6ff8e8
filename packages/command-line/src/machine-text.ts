/**
 * Text for the report formats of tests: JUnit's XML and TAP.
 */
import { jsonText, visible } from './terminal.js';

const XML_ESCAPES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text for XML. Characters that XML cannot have become escapes; half of a surrogate pair becomes U+FFFD when it is encoded. */
export function xmlText(text: string): string {
  return visible(text).replaceAll(/[&<>"]/g, (character) => XML_ESCAPES[character] ?? '');
}

/** The description of a test of TAP: "#" would begin a directive. */
export function tapText(text: string): string {
  return visible(text).replaceAll(/[\\#]/g, '\\$&');
}

/** The YAML block of a test of TAP. JSON texts are YAML, if the characters that YAML cannot have are escaped. */
export function* tapDetails(details: { readonly [key: string]: unknown }): Generator<string, void> {
  yield '  ---\n';
  for (const [key, value] of Object.entries(details)) yield `  ${key}: ${jsonText(value)}\n`;
  yield '  ...\n';
}
