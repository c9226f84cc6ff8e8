/**
 * Reads lists of URLs: sitemaps and their indexes, tables that crawlers export, and plain lists, with or without gzip, in UTF-8 or UTF-16.
 */
import type { ListPart, TextReader } from './entries.js';
import { LineListReader, tableShape } from './line-list.js';
import { SitemapReader } from './sitemap.js';

/** How many characters at the start are enough to tell the kind of a list. */
const SAMPLE_CHARACTERS = 4096;

/**
 * Reads a list, part by part, in bounded memory.
 *
 * @param chunks the octets of the list
 * @param name the name of the list, whose ending may say that it is a table
 * @param gunzip decompresses gzip; by default as browsers do, which takes a second member for damage
 * @throws (rejects) what `chunks` and `gunzip` throw; by default a TypeError if gzip is damaged
 */
export async function* readUrlList(
  chunks: AsyncIterable<Uint8Array>,
  name = '',
  gunzip: Gunzip = gunzipped,
): AsyncGenerator<ListPart, void> {
  const texts = textOf(plainOctets(chunks, gunzip));
  let reader: TextReader | null = null;
  for await (const text of withWholeStart(texts, SAMPLE_CHARACTERS, (one, other) => one + other)) {
    reader ??= readerFor(text, name);
    yield reader.read(text);
  }
  yield (reader ?? readerFor('', name)).end();
}

function readerFor(sample: string, name: string): TextReader {
  if (/^\s*</.test(sample)) return new SitemapReader();
  const [line = ''] = /^[^\r\n]*/.exec(sample.replace(/^\s+/, '')) ?? [];
  return new LineListReader(tableShape(line, /\.(?:csv|tsv)(?:\.gz)?$/i.test(name)));
}

/** Decompresses octets. */
type Gunzip = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Decodes octets to text. A byte order mark or an XML declaration says which encoding it is. */
async function* textOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder?.decode() ?? '';
  if (rest !== '') yield rest;
}

/** The encoding that the first octets state. */
function encodingOf(octets: Uint8Array): string {
  if (octets[0] === 0xff && octets[1] === 0xfe) return 'utf-16le';
  if (octets[0] === 0xfe && octets[1] === 0xff) return 'utf-16be';
  const start = String.fromCharCode(...octets.subarray(0, DECLARATION_OCTETS));
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  try {
    // A declaration that can be read as ASCII cannot be in UTF-16, whatever it says.
    return /^utf-16/i.test(declared) ? 'utf-8' : new TextDecoder(declared).encoding;
  } catch {
    return 'utf-8';
  }
}

const DECLARATION_OCTETS = 200;

/** Decompresses gzip, and leaves other octets as they are. The first chunk is long enough for the declaration of the encoding, unless the whole is shorter. */
export async function* plainOctets(
  chunks: AsyncIterable<Uint8Array>,
  gunzip: Gunzip,
): AsyncGenerator<Uint8Array, void> {
  const grouped = withWholeStart(chunks, DECLARATION_OCTETS, joinedOctets);
  const { value: first, done } = await grouped.next();
  if (done) return;
  const isGzip = first[0] === 0x1f && first[1] === 0x8b;
  const all = prepended(first, grouped);
  yield* isGzip ? withWholeStart(gunzip(all), DECLARATION_OCTETS, joinedOctets) : all;
}

async function* prepended(
  first: Uint8Array,
  others: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  yield first;
  yield* others;
}

function joinedOctets(one: Uint8Array, other: Uint8Array): Uint8Array {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}

/** The same chunks, joined so that the first has enough to tell the kind. */
async function* withWholeStart<Chunk extends { readonly length: number }>(
  chunks: AsyncIterable<Chunk>,
  length: number,
  joined: (one: Chunk, other: Chunk) => Chunk,
): AsyncGenerator<Chunk, void> {
  let start: Chunk | null = null;
  let isWhole = false;
  for await (const chunk of chunks) {
    start = isWhole || start === null ? chunk : joined(start, chunk);
    isWhole ||= start.length >= length;
    if (isWhole) yield start;
  }
  if (!isWhole && start !== null) yield start;
}

async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const iterator = chunks[Symbol.asyncIterator]();
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
    cancel: async () => void (await iterator.return?.()),
  });
  const reader = source.pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}
