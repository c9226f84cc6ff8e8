// @ts-check
/** The plain files of a ustar archive in memory. The tests have a stricter one in TypeScript; this runs as it is. */

const BLOCK_OCTETS = 512;
const NAME_OCTETS = 100;
const SIZE_FIELD = /** @type {const} */ ([124, 135]);
const TYPE_AT = 156;
const PLAIN_FILE = '0'.charCodeAt(0);

/**
 * @param {Buffer} archive
 * @returns {Generator<{ path: string, octets: Uint8Array }>}
 */
export function* readTar(archive) {
  let at = 0;
  while (at < archive.length && archive[at] !== 0) {
    const header = archive.subarray(at, at + BLOCK_OCTETS);
    const path = header.toString('latin1', 0, NAME_OCTETS).replace(/\0.*$/s, '');
    const size = Number.parseInt(header.toString('latin1', ...SIZE_FIELD), 8);
    at += BLOCK_OCTETS;
    if (header[TYPE_AT] === PLAIN_FILE)
      yield { path, octets: Uint8Array.from(archive.subarray(at, at + size)) };
    at += Math.ceil(size / BLOCK_OCTETS) * BLOCK_OCTETS;
  }
}
