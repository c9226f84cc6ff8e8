/**
 * Text of a stranger, made fit for a terminal.
 */

/** Controls, line separators, and what turns the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The text with everything that a terminal would act upon, or not show, written as an escape. */
export function visible(text: string): string {
  return text.replace(HIDDEN, escaped);
}

/** {@link visible}, cut to so many characters. */
export function excerpt(text: string, maxCharacters = 160): string {
  return visible(text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text);
}

function escaped(character: string): string {
  if (character === '\t') return '\\t';
  const code = character.charCodeAt(0);
  return code <= 0xff
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}
