/**
 * Captures out of the tables of an earlier survey that kept the files: the tables `captures` and `bodies`, and the faults.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { GivenFields } from '../archives/record-header.js';
import { readPart } from '../kept-tables/read-table.js';
import { partNames, SURVEY_FILE } from '../kept-tables/survey-folder.js';
import { type InputFault, type InputFaultCode, inputFault } from '../octets/input-fault.js';
import type { RowOf } from '../tables.js';
import { type Capture, type DigestCheck, MAX_DECODED_BATCH_OCTETS, type Payload } from './capture.js';

const BATCH_CAPTURES = 1000;

/** Whether a name is that of the captures of one part. */
export function isStoredPart(name: string): boolean {
  return extname(name) === '.parquet' && basename(dirname(name)) === 'captures';
}

/** The parts in the folder of a survey, by the files with their captures; undefined if the folder is none. */
export async function storedParts(folder: string): Promise<string[] | undefined> {
  if (!existsSync(join(folder, SURVEY_FILE))) return undefined;
  const names = (await partNames(folder)).get('captures') ?? [];
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
  const bodies = await StoredBodies.of(folder, name);
  let batch: (Capture | InputFault)[] = [];
  let octets = 0;
  for await (const row of readPart(folder, 'captures', name)) {
    const body = row.digest === null ? undefined : await bodies.next(row.digest);
    batch.push(captureOf(row, body, path));
    octets += body?.length ?? 0;
    if (batch.length < BATCH_CAPTURES && octets < MAX_DECODED_BATCH_OCTETS) continue;
    yield batch;
    batch = [];
    octets = 0;
  }
  if (existsSync(join(folder, 'faults', name))) {
    for await (const { source, inputOffset, code, message } of readPart(folder, 'faults', name))
      batch.push({ ...inputFault(code as InputFaultCode, inputOffset, message), source });
  }
  yield batch;
}

/**
 * The files of a part. They are in the order of the captures, so they are read as the captures need them, and a file stays in memory only until the last
 * capture that has it.
 */
class StoredBodies {
  readonly #rows: AsyncGenerator<RowOf<'bodies'>, void>;
  /** How many of the captures to come have a file, by its digest. */
  readonly #uses: Map<string, number>;
  readonly #bodies = new Map<string, Uint8Array>();

  static async of(folder: string, name: string): Promise<StoredBodies> {
    const uses = new Map<string, number>();
    for await (const { digest } of readPart(folder, 'captures', name))
      if (digest !== null) uses.set(digest, (uses.get(digest) ?? 0) + 1);
    return new StoredBodies(readPart(folder, 'bodies', name), uses);
  }

  private constructor(rows: AsyncGenerator<RowOf<'bodies'>, void>, uses: Map<string, number>) {
    this.#rows = rows;
    this.#uses = uses;
  }

  /** The file of the next capture that has one; undefined if the part lacks it. */
  async next(digest: string): Promise<Uint8Array | undefined> {
    while (!this.#bodies.has(digest)) {
      const { done, value } = await this.#rows.next();
      if (done) return undefined;
      if (this.#uses.has(value.digest)) this.#bodies.set(value.digest, Buffer.from(value.body, 'base64'));
    }
    const octets = this.#bodies.get(digest);
    const uses = (this.#uses.get(digest) ?? 0) - 1;
    if (uses > 0) this.#uses.set(digest, uses);
    else {
      this.#uses.delete(digest);
      this.#bodies.delete(digest);
    }
    return octets;
  }
}

function captureOf(row: RowOf<'captures'>, octets: Uint8Array | undefined, path: string): Capture {
  if (row.digest !== null && octets === undefined)
    throw new Error(`${path}: the table bodies lacks the file with the digest ${row.digest}`);
  return {
    kind: 'capture',
    source: row.source,
    offset: row.inputOffset,
    offsetInMember: row.offsetInMember,
    id: row.recordId,
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
