/** The interface of all libraries; each implements it in its own way. */

/** Answers whether the crawler may fetch an absolute URL. */
export type Ask = (url: string) => boolean;

/** A library that answers questions. */
export interface Subject {
  readonly name: string;
  /** Reads a file for one crawler. */
  readonly prepare: (octets: Uint8Array, origin: string, agent: string) => Ask | Promise<Ask>;
}

/** A file as a peer has read it. */
export interface PeerRobots {
  allows(url: string, agent: string): boolean;
  /** The line of the rule that decides. Missing if the peer does not say. */
  line?(url: string, agent: string): number;
  /** Missing if the peer does not read sitemaps. */
  sitemaps?(): readonly string[];
}

/** A library that this package is compared with. */
export interface Peer extends Subject {
  readonly read: (octets: Uint8Array, origin: string) => PeerRobots | Promise<PeerRobots>;
  /** What the peer can do beyond yes and no. */
  readonly can: readonly ('line' | 'sitemaps')[];
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
