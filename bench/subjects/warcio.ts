/** What a user of warcio and robots-parser does for the same verdicts. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installAside } from '../../test/support/aside.js';
import { robotsParser } from './robots-parser.js';

/** warcio, which is too large to be a dev dependency. */
export const WARCIO = installAside('warcio');

/** The part of warcio that is used here. */
interface Warcio {
  readonly WARCParser: new (source: AsyncIterable<Uint8Array>) => AsyncIterable<WarcioRecord>;
}

interface WarcioRecord {
  readonly warcType: string;
  readonly warcTargetURI: string;
  readFully(isContent: boolean): Promise<Uint8Array>;
}

/** How many verdicts allow their crawler `/`. */
export async function readByWarcio(
  chunks: readonly Uint8Array[],
  agents: readonly string[],
): Promise<number> {
  const { WARCParser } = createRequire(join(WARCIO.folder, 'package.json'))('warcio') as Warcio;
  let allowed = 0;
  for await (const record of new WARCParser(asStream(chunks))) {
    if (record.warcType !== 'response') continue;
    const { origin } = new URL(record.warcTargetURI);
    const octets = await record.readFully(true);
    const robots = await robotsParser.read(octets, origin);
    for (const agent of agents) if (robots.allows(`${origin}/`, agent)) allowed++;
  }
  return allowed;
}

async function* asStream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* chunks;
}
