/**
 * Where the octets of an input are from.
 */

/** How much of a payload is kept: four times the parsing limit of a robots.txt. */
export const MAX_PAYLOAD_OCTETS = 2 * 1024 * 1024;

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
  begin(position: number, { offset }: { readonly offset: number }): void {
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
