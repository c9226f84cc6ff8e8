// @ts-check
/** What all libraries are asked to do, each in its own way. */

/**
 * @typedef {(url: string) => boolean} Ask whether the caller may fetch an absolute URL
 */

/**
 * @typedef {object} Peer
 * @property {string} name
 * @property {(octets: Uint8Array, origin: string, agent: string) => Ask | Promise<Ask>} prepare reads a file for a caller
 */

/**
 * Octets as text, the fastest way that Node has: what a library that takes text makes its user do.
 *
 * @param {Uint8Array} octets
 */
export function textOf(octets) {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('utf8');
}

/**
 * Path and query: what a library that takes paths makes its user do.
 *
 * @param {string} url
 */
export function pathOf(url) {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
