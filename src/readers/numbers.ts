/**
 * Numbers as programs read them.
 */

const LEAST_INTEGER = -(2 ** 31);

/** Java's `Integer.parseInt`, which takes the digits of all scripts; null if that throws. */
export function javaInteger(text: string): number | null {
  if (!/^[+-]?\p{Nd}+$/u.test(text)) return null;
  let number = 0;
  for (const digit of text.replace(/^[+-]/, '')) {
    if (digit.length > 1) return null;
    number = number * 10 + digitValue(digit);
  }
  if (text.startsWith('-')) number = -number;
  return number >= LEAST_INTEGER && number < -LEAST_INTEGER ? number : null;
}

/** The value of a digit. The ten digits of a script follow each other, and nothing that is a digit precedes them. */
function digitValue(digit: string): number {
  const code = digit.charCodeAt(0);
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCharCode(zero - 1))) zero--;
  return (code - zero) % 10;
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const HEXADECIMAL = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?\d+)$/;

/** Java's `Double.parseDouble` for a text without white space around it; null if that throws. */
export function javaDouble(text: string): number | null {
  return float(text.replace(/[fFdD]$/, ''));
}

/** Go's `strconv.ParseFloat`; null if that fails. Its words for what is no finite number are no numbers here. */
export function goFloat(text: string): number | null {
  const isHexadecimal = /^[+-]?0[xX]/.test(text);
  const digit = isHexadecimal ? /[0-9a-fA-FxX]_(?=[0-9a-fA-F])/g : /\d_(?=\d)/g;
  const number = float(text.replace(digit, ([before]) => before));
  return number !== null && Number.isFinite(number) ? number : null;
}

function float(text: string): number | null {
  if (DECIMAL.test(text)) return Number(text);
  const [, sign, whole, fraction = '', exponent] = HEXADECIMAL.exec(text) ?? [];
  if (exponent === undefined || whole + fraction === '') return null;
  let number = 0;
  for (const digit of whole + fraction) number = number * 16 + Number.parseInt(digit, 16);
  number *= 2 ** (Number(exponent) - fraction.length * HEX_DIGIT_BITS);
  return sign === '-' ? -number : number;
}

const HEX_DIGIT_BITS = 4;
