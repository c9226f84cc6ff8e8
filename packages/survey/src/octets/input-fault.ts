/**
 * Parts of an input that could not be read.
 */

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
