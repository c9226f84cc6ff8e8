/**
 * The captures of an input, whatever its format. Formats are recognized by the octets, and by the name where the octets are
 * damaged.
 */
import { isRobotsTxtUrl } from 'robotstream/internal';
import { asBuffer } from '../../../decoding/src/buffers.js';
import { blocksOf } from '../../../decoding/src/decompress.js';
import { InputStart } from '../../../decoding/src/input-start.js';
import { BLOCK_OCTETS, indexOfTarHeader, isTarHeader, resemblesTar } from '../archives/tar-header.js';
import { type InputFault, inputFault } from '../octets/input-fault.js';
import type { Capture } from './capture.js';
import { ndjsonCaptures } from './ndjson-captures.js';
import { tarCaptures } from './tar-captures.js';
import { warcCaptures } from './warc-captures.js';

const NO_OCTETS = new Uint8Array();

/** How far into an input with a damaged start to look for the next record. */
const DAMAGED_START_OCTETS = 64 * 1024;

export interface CaptureOptions {
  /** What the input is called. Its ending says what it is if the first octets do not. */
  readonly name: string;
  /** Whether captures of URLs other than `/robots.txt` are read, too; default false. */
  readonly all?: boolean | undefined;
}

/** Reads the captures of an input, in order, in batches. Throws what the input throws. */
export async function* readCaptures(
  source: AsyncIterable<Uint8Array>,
  { name, all = false }: CaptureOptions,
): AsyncGenerator<(Capture | InputFault)[], void> {
  const blocks = blocksOf(source);
  try {
    const start = new InputStart(blocks, (item) => (item.kind === 'block' ? item.octets : NO_OCTETS));
    const format =
      ((await beginsWithObject(start)) ? 'ndjson' : undefined) ??
      formatOf(await start.octets(BLOCK_OCTETS)) ??
      formatOfDamaged(await start.octets(DAMAGED_START_OCTETS)) ??
      formatByName(name);
    const whole = start.whole();
    const wantsUrl = (url: string) => all || isReadAsRobotsTxt(url);
    switch (format) {
      case 'warc':
        yield* warcCaptures(whole, wantsUrl);
        return;
      case 'tar':
        yield* tarCaptures(whole);
        return;
      case 'ndjson':
        yield* ndjsonCaptures(whole, wantsUrl);
        return;
      default:
        yield start.items.filter((item) => item.kind === 'fault');
        if ((await start.octets(1)).length > 0)
          yield [inputFault('unknown-input', 0, unknownInput(await start.octets(BLOCK_OCTETS)))];
    }
  } finally {
    await blocks.return();
  }
}

/**
 * Whether a capture is read as a robots.txt: that of a site, or one with a query, which a redirect of a robots.txt may lead to. The latter answers redirects
 * and governs no site.
 */
export function isReadAsRobotsTxt(url: string): boolean {
  return isRobotsTxtUrl(withoutQuery(url));
}

function withoutQuery(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

type Format = 'warc' | 'tar' | 'ndjson';

const WARC_START = 'WARC/';
const WARC_RECORD = '\nWARC/1.';
const OBJECT_START = /^(?:\u00ef\u00bb\u00bf)?\s*\{/;
const OBJECT_PREFIX = /^\u00ef?\u00bb?\u00bf?\s*$/;

/**
 * Whether an input is NDJSON, by as few octets as tell it: a program that writes a line, and waits for its rows before it writes the next, gets them.
 */
async function beginsWithObject(start: Pick<InputStart<unknown>, 'octets'>): Promise<boolean> {
  for (let count = 1; count <= BLOCK_OCTETS; count++) {
    const octets = asBuffer(await start.octets(count));
    const text = octets.toString('latin1');
    if (OBJECT_START.test(text)) return true;
    if (octets.length < count || !OBJECT_PREFIX.test(text)) return false;
  }
  return false;
}

function formatOf(start: Uint8Array): Format | undefined {
  // The first file of an archive may be in a folder called `WARC`.
  if (isTarHeader(start)) return 'tar';
  const text = asBuffer(start).toString('latin1');
  if (text.trimStart().startsWith(WARC_START)) return 'warc';
  return resemblesTar(start) ? 'tar' : undefined;
}

function formatOfDamaged(start: Uint8Array): Format | undefined {
  if (asBuffer(start).toString('latin1').includes(WARC_RECORD)) return 'warc';
  return indexOfTarHeader(start) === -1 ? undefined : 'tar';
}

/** What other inputs begin with, and what can be done about them. */
const OTHERS: readonly (readonly [start: string, advice: string])[] = [
  ['\u00fd7zXZ', 'it is compressed with xz, so decompress it first'],
  ['BZh', 'it is compressed with bzip2, so decompress it first'],
  ['PK\u0003\u0004', 'it is a ZIP archive, so unpack it first'],
  ['PAR1', 'it is Parquet; of a survey with --keep-bodies, name the folder with survey.json'],
];

function unknownInput(start: Uint8Array): string {
  const text = asBuffer(start).toString('latin1');
  const advice = OTHERS.find(([magic]) => text.startsWith(magic))?.[1];
  return `the input is neither WARC nor NDJSON nor tar${advice === undefined ? '' : `: ${advice}`}`;
}

const ENDINGS: readonly (readonly [RegExp, Format])[] = [
  [/\.warc(?:\.(?:gz|zst))?$/i, 'warc'],
  [/\.(?:tar(?:\.(?:gz|zst))?|tgz)$/i, 'tar'],
  [/\.(?:ndjson|jsonl)(?:\.(?:gz|zst))?$/i, 'ndjson'],
];

/** The format by the ending of a name; undefined if the ending is not known. */
export function formatByName(name: string): Format | undefined {
  return ENDINGS.find(([ending]) => ending.test(name))?.[1];
}
