/**
 * Captures out of the tables of an earlier survey that kept the files: the tables `captures` and `bodies`, and the faults.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { GivenFields } from '../archives/record-header.js';
import { type InputFault, type InputFaultCode, inputFault } from '../octets/block.js';
import { readPart } from '../stored/read-table.js';
import type { RowOf } from '../tables.js';
import type { Capture, DigestCheck, Payload } from './capture.js';

const BATCH_CAPTURES = 1000;

/** Whether a name is that of the captures of one part. */
export function isStoredPart(name: string): boolean {
  return extname(name) === '.parquet' && basename(dirname(name)) === 'captures';
}

/** The parts in the folder of a survey, by the files with their captures; undefined if the folder is none. */
export async function storedParts(folder: string): Promise<string[] | undefined> {
  if (!existsSync(join(folder, 'survey.json'))) return undefined;
  const names = existsSync(join(folder, 'captures')) ? await readdir(join(folder, 'captures')) : [];
  const parts = names.map((name) => join(folder, 'captures', name)).filter(isStoredPart);
  if (parts.length === 0)
    throw new Error(
      `${folder} has the tables of a survey, but no captures as Parquet to read again; a survey with --keep-bodies has them`,
    );
  return parts.sort();
}

/** Reads the captures of a part, in order, in batches: as the survey found them in its inputs. Throws if their files were not kept. */
export async function* tableCaptures(path: string): AsyncGenerator<(Capture | InputFault)[], void> {
  const folder = dirname(dirname(path));
  const name = basename(path);
  if (!existsSync(join(folder, 'bodies', name)))
    throw new Error(
      `${path}: the files of these captures were not kept; a survey with --keep-bodies keeps them`,
    );
  const bodies = new Map<string, Uint8Array>();
  for await (const { digest, body } of readPart(folder, 'bodies', name))
    bodies.set(digest, Buffer.from(body, 'base64'));
  let batch: (Capture | InputFault)[] = [];
  for await (const row of readPart(folder, 'captures', name)) {
    batch.push(captureOf(row, row.digest === null ? undefined : bodies.get(row.digest), path));
    if (batch.length < BATCH_CAPTURES) continue;
    yield batch;
    batch = [];
  }
  if (existsSync(join(folder, 'faults', name))) {
    for await (const { source, inputOffset, code, message } of readPart(folder, 'faults', name))
      batch.push({ ...inputFault(code as InputFaultCode, inputOffset, message), source });
  }
  yield batch;
}

function captureOf(row: RowOf<'captures'>, octets: Uint8Array | undefined, path: string): Capture {
  if (row.digest !== null && octets === undefined)
    throw new Error(`${path}: the table bodies lacks the file with the digest ${row.digest}`);
  return {
    kind: 'capture',
    source: row.source,
    offset: row.inputOffset,
    offsetInMember: row.offsetInMember,
    recordId: row.recordId,
    url: row.url,
    fetchedAt: dateOf(row),
    status: row.httpStatus,
    headers: new GivenFields(row.location === null ? [] : [['location', [row.location]]]),
    payload: octets === undefined ? null : payloadOf(octets, row),
    isRepeated: row.revisit,
    digest: row.digestCheck as DigestCheck,
  };
}

function payloadOf(octets: Uint8Array, { contentType, truncated }: RowOf<'captures'>): Payload {
  return { octets, mediaType: contentType, isCutOff: truncated ?? false };
}

/** How many characters of a timestamp a date has, by its precision. */
const DATE_CHARACTERS: Readonly<Record<string, number>> = { year: 4, month: 7, day: 10 };

/** The date as the archive states it. */
function dateOf({ fetchedAt, datePrecision }: RowOf<'captures'>): string | null {
  if (fetchedAt === null || datePrecision === null || datePrecision === 'second') return fetchedAt;
  const characters = DATE_CHARACTERS[datePrecision];
  return characters === undefined
    ? fetchedAt.replace(/:[0-9]{2}\.[0-9]{3}Z$/, 'Z')
    : fetchedAt.slice(0, characters);
}
