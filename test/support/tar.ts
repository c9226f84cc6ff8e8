/** Reads the plain files of a ustar archive (POSIX.1-1988) that is in memory: all that the corpus needs. */

const BLOCK_OCTETS = 512;

/** The fields of a header: offset and length in octets. */
const FIELD = {
  name: [0, 100],
  size: [124, 12],
  type: [156, 1],
  magic: [257, 5],
  prefix: [345, 155],
} as const;

export interface TarFile {
  readonly path: string;
  /** A copy: it does not keep the archive in memory. */
  readonly octets: Uint8Array;
}

/**
 * @throws {Error} on an entry that is neither a plain file nor a folder, on a header that is not ustar, on an archive that is
 * cut off
 */
export function* readTar(archive: Uint8Array): Generator<TarFile> {
  let offset = 0;
  while (offset + BLOCK_OCTETS <= archive.length) {
    const header = archive.subarray(offset, offset + BLOCK_OCTETS);
    if (header.every((octet) => octet === 0)) return;
    if (text(header, FIELD.magic) !== 'ustar') throw new Error(`not a ustar header at octet ${offset}`);

    const path = [text(header, FIELD.prefix), text(header, FIELD.name)].filter(Boolean).join('/');
    const size = Number.parseInt(text(header, FIELD.size), 8);
    const start = offset + BLOCK_OCTETS;
    if (!(start + size <= archive.length)) throw new Error(`the archive ends inside ${path}`);

    const type = text(header, FIELD.type);
    if (type === '0' || type === '') yield { path, octets: archive.slice(start, start + size) };
    else if (type !== '5') throw new Error(`cannot read an entry of type ${type}: ${path}`);
    offset = start + Math.ceil(size / BLOCK_OCTETS) * BLOCK_OCTETS;
  }
}

/** A header's field as text, up to its first NUL. */
function text(header: Uint8Array, [start, length]: readonly [number, number]): string {
  const field = header.subarray(start, start + length);
  const nul = field.indexOf(0);
  return new TextDecoder().decode(nul === -1 ? field : field.subarray(0, nul));
}
