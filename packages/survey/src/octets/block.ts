/**
 * The blocks that an input is decompressed into.
 */

/** How much of a payload is kept: four times the parsing limit of a robots.txt. */
export const MAX_PAYLOAD_OCTETS = 2 * 1024 * 1024;

/** Decompressed octets of an input, and where compressed members begin in them. */
export interface Block {
  readonly kind: 'block';
  readonly octets: Uint8Array;
  /** The members that begin in this block, in order; none if the input is not compressed. */
  readonly members: readonly MemberStart[];
}

/** Where a compressed member begins (RFC 1952 §2.2; RFC 8878 §3.1 calls it a frame). */
export interface MemberStart {
  /** The index in the block's octets. */
  readonly index: number;
  /** The place in the input as it is stored, in octets from its start. */
  readonly offset: number;
}

/** A part of an input that could not be read. Reading goes on after it. */
export interface InputFault {
  readonly kind: 'fault';
  readonly code: InputFaultCode;
  /** Where the damaged part begins in the input as it is stored, in octets from its start; in a folder, the number of the file, from 0. */
  readonly offset: number;
  /** What is wrong, for people. */
  readonly message: string;
  /** The input that it is from, if that is not the input that is read. */
  readonly source?: string | undefined;
  /** The `id` of a line that is no capture. */
  readonly id?: unknown;
}

/** Every reason why a part of an input cannot be read. */
export const INPUT_FAULTS = {
  'unknown-input': 'An input that is neither WARC nor NDJSON nor tar.',
  'zstd-missing': 'An input that is compressed with Zstandard, which this version of Node does not support.',
  'not-a-capture': 'A line of NDJSON that is not a capture.',
  'line-too-long': 'A line of NDJSON of more than 16 MiB.',
  'tar-header': 'A header of a tar file that is damaged.',
  'tar-cut-off': 'The input ends within a file of a tar file.',
  'tar-entry':
    'An entry of a tar file that is not read: a sparse file, the rest of a file that begins in another archive, or an unknown type.',
  'tar-link': 'A link in a tar file. Its target is read only under its own name.',
  'no-host':
    'A file in a tar file or a folder that is not named by a host, such as a `robots.txt` without a folder.',
  'broken-link':
    'A symbolic link in a folder that leads nowhere, or to a folder that contains it, or that was followed on another path.',
  'unreadable-file': 'A file or a folder in a folder that cannot be read.',
  'not-gzip': 'Octets between members that are not gzip.',
  'member-damaged': 'A compressed member does not decompress, or its checksum is wrong.',
  'member-cut-off': 'The input ends within a compressed member.',
  'not-a-record': 'Octets where a WARC record should begin.',
  'record-header': 'A WARC record whose header is malformed or longer than 64 KiB.',
  'record-date': 'A WARC record whose WARC-Date cannot be read. The capture is read, without `fetchedAt`.',
  'record-length': 'A WARC record whose Content-Length does not fit its content.',
  'record-cut-off': 'The input or the member ends within a WARC record.',
} as const;

/** The code of damage to an input: a key of `INPUT_FAULTS`, and the column `code` of the table `faults`. */
export type InputFaultCode = keyof typeof INPUT_FAULTS;

/** Makes a fault. */
export function inputFault(code: InputFaultCode, offset: number, message: string): InputFault {
  return { kind: 'fault', code, offset, message };
}

export interface Place {
  /** Octets from the start of the input as it is stored, to the thing or to the compressed member with it. */
  readonly offset: number;
  /** Octets from the start of the decompressed member; 0 if the input is not compressed. */
  readonly offsetInMember: number;
}

/** Follows which compressed member the octets of an input are from. */
export class Places {
  /** The members, by their first octet in the decompressed input. Those before the last place asked for are dropped. */
  readonly #members: { readonly position: number; readonly offset: number }[] = [];

  /** A member begins at a position of the decompressed input. */
  begin(position: number, { offset }: MemberStart): void {
    this.#members.push({ position, offset });
  }

  /** The place of a position in the decompressed input. Positions are asked for in order. */
  of(position: number): Place {
    const members = this.#members;
    while (members.length > 1 && members[1].position <= position) members.shift();
    const [member] = members;
    if (member === undefined) return { offset: position, offsetInMember: 0 };
    return { offset: member.offset, offsetInMember: position - member.position };
  }
}
