/** Words and numbers as the page writes them. */
/** `1 rule`, `2 rules`, `1,024 rules`. */
export function count(number: number, unit: string): string {
  return `${number.toLocaleString('en')} ${unit}${number === 1 ? '' : 's'}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  const [last = '', ...before] = [...words].reverse();
  return before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`;
}

export function capitalized(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}

/** Control characters, and those that change the direction of text: they would show nothing or other text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text of a file or a URL with its invisible characters written as `U+200B`. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `U+${code.padStart(4, '0')}`;
  });
}

/** How many characters of a pattern or a URL are shown where the whole would not fit. */
const SHOWN_CHARACTERS = 200;

/** The start of a text, with its invisible characters written out. */
export function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${visible(text.slice(0, SHOWN_CHARACTERS))}…` : visible(text);
}
