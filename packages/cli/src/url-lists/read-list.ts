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
 * @throws (rejects) what `chunks` throws, and a TypeError if gzip is damaged
 */
export async function* readUrlList(
  chunks: AsyncIterable<Uint8Array>,
  name = '',
): AsyncGenerator<ListPart, void> {
  let reader: TextReader | null = null;
  let sample = '';
  for await (const text of textOf(chunks)) {
    if (reader === null) {
      sample += text;
      if (sample.length < SAMPLE_CHARACTERS) continue;
      reader = readerFor(sample, name);
      yield reader.read(sample);
    } else yield reader.read(text);
  }
  if (reader === null) {
    reader = readerFor(sample, name);
    yield reader.read(sample);
  }
  yield reader.end();
}

function readerFor(sample: string, name: string): TextReader {
  if (/^\s*</.test(sample)) return new SitemapReader();
  const [line = ''] = /^[^\r\n]*/.exec(sample.replace(/^\s+/, '')) ?? [];
  return new LineListReader(tableShape(line, /\.(?:csv|tsv)(?:\.gz)?$/i.test(name)));
}

/** Decodes octets, with or without gzip, to text. A byte order mark or an XML declaration says which encoding it is. */
async function* textOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  for await (const chunk of plainOctets(chunks)) {
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

/** Decompresses gzip, and leaves other octets as they are. The first chunk has at least four octets, unless the whole input is shorter. */
export async function* plainOctets(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const grouped = withWholeStart(chunks);
  const { value: first, done } = await grouped.next();
  if (done) return;
  const all = prepended(first, grouped);
  yield* isGzip(first) ? withWholeStart(gunzipped(all)) : all;
}

function isGzip(octets: Uint8Array): boolean {
  return octets[0] === 0x1f && octets[1] === 0x8b;
}

async function* prepended(
  first: Uint8Array,
  others: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  yield first;
  yield* others;
}

/** The same chunks, joined so that the first has enough octets to tell the kind. */
async function* withWholeStart(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let start: Uint8Array | null = new Uint8Array();
  for await (const chunk of chunks) {
    if (start === null) {
      yield chunk;
      continue;
    }
    const joined: Uint8Array = new Uint8Array(start.length + chunk.length);
    joined.set(start);
    joined.set(chunk, start.length);
    start = joined;
    if (start.length < DECLARATION_OCTETS) continue;
    yield start;
    start = null;
  }
  if (start !== null && start.length > 0) yield start;
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
