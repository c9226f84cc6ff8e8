/** What every library is asked to do, each in its own way. */

/** Answers whether the crawler may fetch an absolute URL. */
export type Ask = (url: string) => boolean;

export interface Peer {
  readonly name: string;
  /** Reads a file for one crawler. */
  readonly prepare: (octets: Uint8Array, origin: string, agent: string) => Ask | Promise<Ask>;
}

/** Octets as text, by the fastest way that Node has. A library that takes text leaves this to its user. */
export function textOf(octets: Uint8Array): string {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('utf8');
}

/** Path and query of a URL. A library that takes paths leaves this to its user. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
