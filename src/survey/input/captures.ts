/**
 * The captures of an input, whatever its format. Formats are recognized by the octets, and by the name where the octets are
 * damaged.
 */
import type { Capture } from '../capture.js';
import { warcCaptures } from '../warc/captures.js';
import { type Block, type InputFault, inputFault } from './block.js';
import { blocksOf } from './blocks.js';
import { ndjsonCaptures } from './ndjson-captures.js';
import { isTar, TAR_MAGIC_END, tarCaptures } from './tar-captures.js';

/** How much of a payload is kept: four times the parsing limit of a robots.txt. */
const MAX_PAYLOAD_OCTETS = 2 * 1024 * 1024;

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
    const { first, start } = await firstBlocks(blocks);
    const whole = chained(first, blocks);
    const wantsUrl = all ? () => true : isRobotsTxt;
    switch (formatOf(start) ?? formatByName(name)) {
      case 'warc':
        yield* warcCaptures(whole, { wantsUrl, maxPayloadOctets: MAX_PAYLOAD_OCTETS });
        return;
      case 'tar':
        yield* tarCaptures(whole, MAX_PAYLOAD_OCTETS);
        return;
      case 'ndjson':
        yield* onlyWanted(ndjsonCaptures(whole, MAX_PAYLOAD_OCTETS), wantsUrl);
        return;
      default:
        yield first.filter((item) => item.kind === 'fault');
        if (start.length > 0)
          yield [inputFault('unknown-input', 0, 'the input is neither WARC nor NDJSON nor tar')];
    }
  } finally {
    await blocks.return();
  }
}

/** A URL whose path is `/robots.txt`. It may have a query. */
const ROBOTS_TXT_URL = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+\/robots\.txt(?:[?#]|$)/i;

function isRobotsTxt(url: string): boolean {
  return ROBOTS_TXT_URL.test(url);
}

async function* onlyWanted(
  batches: AsyncIterable<(Capture | InputFault)[]>,
  wantsUrl: (url: string) => boolean,
): AsyncGenerator<(Capture | InputFault)[], void> {
  for await (const batch of batches)
    yield batch.filter((item) => item.kind === 'fault' || wantsUrl(item.url));
}

type Format = 'warc' | 'tar' | 'ndjson';

const WARC_START = 'WARC/';
const WARC_RECORD = '\nWARC/1.';
const OBJECT_START = /^(?:\u00ef\u00bb\u00bf)?\s*\{/;

function formatOf(start: Uint8Array): Format | undefined {
  const text = Buffer.from(start.buffer, start.byteOffset, start.length).toString('latin1');
  if (text.trimStart().startsWith(WARC_START)) return 'warc';
  if (isTar(start)) return 'tar';
  if (OBJECT_START.test(text)) return 'ndjson';
  return text.includes(WARC_RECORD) ? 'warc' : undefined;
}

const ENDINGS: readonly (readonly [RegExp, Format])[] = [
  [/\.warc(?:\.(?:gz|zst))?$/i, 'warc'],
  [/\.(?:tar(?:\.(?:gz|zst))?|tgz)$/i, 'tar'],
  [/\.(?:ndjson|jsonl)(?:\.(?:gz|zst))?$/i, 'ndjson'],
];

function formatByName(name: string): Format | undefined {
  return ENDINGS.find(([ending]) => ending.test(name))?.[1];
}

/** The first blocks, with as many octets as recognizing the format takes, unless the input ends before. */
async function firstBlocks(blocks: AsyncIterator<Block | InputFault>) {
  const first: (Block | InputFault)[] = [];
  const octets: Uint8Array[] = [];
  for (let length = 0; length < TAR_MAGIC_END; ) {
    const { done, value } = await blocks.next();
    if (done === true) break;
    first.push(value);
    if (value.kind === 'block') {
      octets.push(value.octets);
      length += value.octets.length;
    }
  }
  return { first, start: Buffer.concat(octets) };
}

async function* chained<Item>(first: readonly Item[], rest: AsyncIterable<Item>): AsyncGenerator<Item, void> {
  yield* first;
  yield* rest;
}
