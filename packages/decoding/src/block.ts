/**
 * The blocks that an input is decompressed into, and the parts of it that cannot be decompressed.
 */

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

/** A compressed member that cannot be read. Reading goes on after it. */
export interface MemberFault {
  readonly kind: 'fault';
  readonly code: 'zstd-missing' | 'not-gzip' | 'member-damaged' | 'member-cut-off';
  /** Where it begins in the input as it is stored, in octets from its start. */
  readonly offset: number;
  /** What is wrong, for people. */
  readonly message: string;
}

/** Makes a fault. */
export function memberFault(code: MemberFault['code'], offset: number, message: string): MemberFault {
  return { kind: 'fault', code, offset, message };
}
