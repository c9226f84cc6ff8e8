/**
 * Character references of XML, such as `&amp;` and `&#x2F;`.
 */

const NAMED: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z]\w{0,31}));|&/g;

const MAX_CODE_POINT = 0x10ffff;

/**
 * Replaces the references of a text. An `&` that begins no valid reference stays as it is.
 *
 * @param complain called once if there is such an `&`
 */
export function unescaped(text: string, complain: (message: string) => void): string {
  let isWrong = false;
  const result = text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined && Object.hasOwn(NAMED, name)) return NAMED[name] as string;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (code <= MAX_CODE_POINT) return String.fromCodePoint(code);
    isWrong = true;
    return whole;
  });
  if (isWrong) complain('"&" is not written as &amp;');
  return result;
}
