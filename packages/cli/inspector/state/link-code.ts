/**
 * The state as the part of a link after `#`, which no browser sends to a server: `#v1.` and the compressed state in base64url.
 *
 * The compressed data are: the length of a JSON text in octets (four octets, big-endian), the JSON text, the octets of the
 * file, and those of the second version. So every file survives octet for octet, whatever its encoding.
 */
import { joinedOctets } from 'robotstream/internal';
import { fromBase64Url, toBase64Url } from './base64.js';
import { deflate, inflate } from './deflate.js';
import type { InspectorState } from './state.js';
import { FieldError, stateOf } from './state-fields.js';

/** The version of the format. Other versions cannot read links of this one. */
const VERSION = 1;

/** A link of some version of the inspector. */
const LINK = /^#v(?<version>\d+)\.(?<code>.*)$/s;

/** A link to a state that is too large for a link. */
const TOO_LARGE = 'too-large';

/** How long the part after `#` may be. Safari opens links of 80,000 characters; other browsers open longer ones. */
export const MAX_LINK_CHARACTERS = 64_000;

/** How many octets a state may have before it is compressed. */
const MAX_STATE_OCTETS = 4 * 1024 * 1024;

/** How many octets the length of the JSON text takes. */
const LENGTH_OCTETS = 4;

/** The part of a link after `#`, and whether the state is in it. */
export interface EncodedLink {
  /** Begins with `#`. */
  readonly hash: string;
  /** Whether the state is too large for a link. Then the hash only says so. */
  readonly isTooLarge: boolean;
}

/** What a hash holds: a state; nothing, because it is no link of the inspector; or a problem, as one or two sentences. */
export type DecodedLink =
  | { readonly kind: 'state'; readonly state: InspectorState }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'problem'; readonly problem: string };

/** Makes the hash of a state. */
export async function encodeLink({ file, other, ...fields }: InspectorState): Promise<EncodedLink> {
  const json = new TextEncoder().encode(
    JSON.stringify({
      ...fields,
      fileOctets: file.length,
      other: other === null ? null : { name: other.name },
    }),
  );
  const jsonLength = new Uint8Array(LENGTH_OCTETS);
  new DataView(jsonLength.buffer).setUint32(0, json.length);
  const octets = joinedOctets([jsonLength, json, file, other?.octets ?? new Uint8Array()]);
  if (octets.length <= MAX_STATE_OCTETS) {
    const hash = `#v${VERSION}.${toBase64Url(await deflate(octets as Uint8Array<ArrayBuffer>))}`;
    if (hash.length <= MAX_LINK_CHARACTERS) return { hash, isTooLarge: false };
  }
  return { hash: `#v${VERSION}.${TOO_LARGE}`, isTooLarge: true };
}

/** Reads a hash. It may come from anyone, so it can hold anything. */
export async function decodeLink(hash: string): Promise<DecodedLink> {
  const { version, code } = LINK.exec(hash)?.groups ?? {};
  if (version === undefined || code === undefined) return { kind: 'nothing' };
  if (Number(version) !== VERSION) {
    return problem(
      `Another version of the inspector made this link: it has format ${version.slice(0, 9)}, and this page reads format ${VERSION}.`,
    );
  }
  if (code === TOO_LARGE) {
    return problem('The files were too large for this link, so it holds none. Ask for the files themselves.');
  }
  const compressed = fromBase64Url(code);
  const octets = compressed && (await inflate(compressed, MAX_STATE_OCTETS));
  if (octets === null) return problem(DAMAGED);
  return unpacked(octets);
}

const DAMAGED = 'This link is damaged: a part of it is missing or was changed. Copy the whole link again.';

function unpacked(octets: Uint8Array): DecodedLink {
  try {
    const jsonOctets = new DataView(octets.buffer).getUint32(0);
    const json = octets.subarray(LENGTH_OCTETS, LENGTH_OCTETS + jsonOctets);
    const { fileOctets, other, ...fields } = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(json),
    );
    const fileStart = LENGTH_OCTETS + jsonOctets;
    const rest = octets.subarray(fileStart);
    if (!Number.isSafeInteger(fileOctets) || fileOctets < 0 || fileOctets > rest.length)
      return problem(DAMAGED);
    return {
      kind: 'state',
      // Copies, so that each file has its own buffer.
      state: stateOf({
        ...fields,
        file: rest.slice(0, fileOctets),
        other: other === null ? null : { name: other?.name, octets: rest.slice(fileOctets) },
      }),
    };
  } catch (error) {
    if (error instanceof FieldError) {
      return problem(`This link has a value that this page does not know (${error.field}).`);
    }
    if (error instanceof SyntaxError || error instanceof RangeError || error instanceof TypeError) {
      return problem(DAMAGED);
    }
    throw error;
  }
}

function problem(text: string): DecodedLink {
  return { kind: 'problem', problem: text };
}
