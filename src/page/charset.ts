/**
 * The encoding of a page, as the HTML Standard finds it: by the byte order mark, the header, or the first octets of the page.
 */

/** How many octets at the start of a page are searched for its encoding. */
export const SNIFFED_OCTETS = 1024;

/** A `TextDecoder`: the types of Node and of browsers name it differently. */
type Decoder = InstanceType<typeof TextDecoder>;

const BYTE_ORDER_MARKS: readonly (readonly [label: string, octets: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

const CHARSET = /\bcharset\s*=\s*(?:["']\s*)?([^\s"';,>/]+)/i;

/**
 * A decoder for a page. Where nothing says how it is encoded, it is UTF-8.
 *
 * @param start the first {@link SNIFFED_OCTETS} of the page
 * @param charset the encoding that the response states; undefined if it states none
 */
export function decoderFor(start: Uint8Array, charset: string | undefined): Decoder {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((octet, i) => start[i] === octet));
  return decoderOf(marked?.[0] ?? charset) ?? decoderOf(statedIn(start)) ?? new TextDecoder();
}

/** The encoding that a `Content-Type` states. */
export function charsetOf(contentType: string | undefined): string | undefined {
  return CHARSET.exec(contentType ?? '')?.[1];
}

/** What a meta element at the start of a page says about the encoding. */
function statedIn(start: Uint8Array): string | undefined {
  const text = String.fromCharCode(...start.subarray(0, SNIFFED_OCTETS)).replace(/<!--.*?(?:-->|$)/gs, '');
  for (const [element] of text.matchAll(/<meta[\s/][^>]*/gi)) {
    const stated = charsetOf(element);
    // A page that can be read so far is not in UTF-16.
    if (stated !== undefined) return /^(?:utf-16|ucs-2|unicode)/i.test(stated) ? 'utf-8' : stated;
  }
  return undefined;
}

function decoderOf(label: string | undefined): Decoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined; // There is no such encoding.
  }
}
