/**
 * The memory that the scanner reads. Octets are copied to it, because line feeds must follow them, so that no loop has to check whether
 * it is at the end; and because one memory for all files up to 500 KiB makes the scanner faster ({@link scanMemory}).
 *
 * Rules of use: those of scratch memory (`scratch.ts`). `takeText` uses it as scratch memory, too.
 */
import { LF } from '../ascii.js';
import { PARSING_LIMIT_OCTETS } from '../limits.js';

/** How many line feeds follow the octets. The scanner reads no further past them: the longest spelling, and one word. */
export const PADDING_OCTETS = 16;

const WORD_OCTETS = 4;
const FOUR_LINE_FEEDS = LF * 0x01010101;

/** Octets, and the same memory four octets at a time. */
interface Memory {
  octets: Uint8Array;
  view: DataView;
}

/** Memory for octets and their padding. */
function memoryFor(octets: number): Memory {
  const buffer = new ArrayBuffer(octets + PADDING_OCTETS);
  return { octets: new Uint8Array(buffer), view: new DataView(buffer) };
}

/** Room for a file within the parsing limit. */
const usual: Readonly<Memory> = memoryFor(PARSING_LIMIT_OCTETS);

/**
 * Where the scanner reads. V8 compiles the address of the memory into the scanner, as long as no field of this object has ever changed:
 * it then loads no address, and checks no type. Only scans of more than 500 KiB change it. No file is that long unless the program asks
 * for a higher limit.
 */
export const scanMemory: Memory = { ...usual };

/**
 * Copies octets to {@link scanMemory}, and line feeds after them. The content before them is undefined.
 *
 * @param at where in the memory they start; default 0
 * @returns where they end
 */
export type LoadForScan = (octets: Uint8Array, at?: number) => number;

/**
 * Lends the memory for a scan, or several of them. It is given back whatever happens: memory that is larger than usual is released.
 *
 * @param scan loads octets, and scans them; it must not lend the memory again
 */
export function lendScanMemory<Result>(scan: (load: LoadForScan) => Result): Result {
  try {
    return scan(loadForScan);
  } finally {
    if (scanMemory.view !== usual.view) Object.assign(scanMemory, usual);
  }
}

function loadForScan(octets: Uint8Array, at: number = 0): number {
  const end = at + octets.length;
  if (end > PARSING_LIMIT_OCTETS) Object.assign(scanMemory, memoryFor(end));
  scanMemory.octets.set(octets, at);
  for (let i = 0; i < PADDING_OCTETS; i += WORD_OCTETS) scanMemory.view.setInt32(end + i, FOUR_LINE_FEEDS);
  return end;
}
