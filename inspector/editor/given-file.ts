/**
 * Files that a person drops or pastes: their octets, not their text.
 */

/** A file that a person gave. */
export interface GivenFile {
  readonly octets: Uint8Array;
  readonly name: string;
}

/** The largest file that is opened. Ten times the parsing limit leaves room for any robots.txt. */
export const MAX_FILE_OCTETS = 10 * 500 * 1024;

/** What became of a file: it was read, or why not. */
export type FileReading =
  | { readonly kind: 'read'; readonly file: GivenFile }
  | { readonly kind: 'refused'; readonly message: string };

/** The first file that was dropped or pasted; null if there is none. */
export function givenFile(data: DataTransfer | null): File | null {
  return data?.files[0] ?? null;
}

/** Reads a file that a person gave. */
export async function readGivenFile(file: File): Promise<FileReading> {
  if (file.size > MAX_FILE_OCTETS) {
    return {
      kind: 'refused',
      message: `${file.name} has ${file.size} octets. The inspector opens files of up to ${MAX_FILE_OCTETS} octets.`,
    };
  }
  try {
    return { kind: 'read', file: { octets: new Uint8Array(await file.arrayBuffer()), name: file.name } };
  } catch {
    // A folder, or a file that was removed or may not be read.
    return { kind: 'refused', message: `${file.name} cannot be read.` };
  }
}
