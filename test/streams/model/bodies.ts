/** Bodies and ways to cut them for the model, as descriptions that are short to print and to shrink. */
import fc from 'fast-check';
import { loadCorpus, SHARED_NEED } from '../../support/shared.js';

/** A run of one kind of lines. */
export interface Segment {
  readonly kind:
    | 'blank'
    | 'octet lines'
    | 'comment'
    | 'value'
    | 'rules'
    | 'carriage returns'
    | `file ${string}`;
  /** Octets; those of a file are its first ones. */
  readonly octets: number;
}

/** Repeated for as many octets as a segment has. */
const PATTERNS: { readonly [kind: string]: string } = {
  blank: '\n',
  'octet lines': 'x\n',
  comment: '#',
  value: 'v',
  rules: 'Disallow: /path/of/some/length?and=query\r\n',
  'carriage returns': '\r',
};

/** Before the pattern, so that the octets of a long line are a comment or a value, and end it after. */
const EDGES: { readonly [kind: string]: readonly [before: string, after: string] } = {
  comment: ['allow: / #', '\n'],
  value: ['disallow: /', '\r'],
};

const corpus = SHARED_NEED.isMet ? loadCorpus() : new Map<string, Uint8Array>();

/** Sizes around those at which something changes: a slice, the line limit, a chunk of a file. */
const SIZES = [0, 1, 2, 100, 16_383, 16_384, 16_385, 16_663, 32_768] as const;
const LARGE_SIZES = [65_535, 65_536, 70_000] as const;

const size = fc.oneof(fc.constantFrom(...SIZES), fc.nat(20_000));

const segment: fc.Arbitrary<Segment> = fc.oneof(
  {
    weight: 2,
    // Of many short lines, more octets would only take longer.
    arbitrary: fc.record({
      kind: fc.constantFrom<Segment['kind'][]>('blank', 'octet lines', 'carriage returns'),
      octets: size,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom<Segment['kind'][]>('comment', 'value', 'rules'),
      octets: fc.oneof(size, fc.constantFrom(...LARGE_SIZES)),
    }),
  },
  ...(corpus.size === 0 ? [] : [{ weight: 1, arbitrary: fc.constantFrom(...corpus.keys()).map(wholeFile) }]),
);

function wholeFile(site: string): Segment {
  return { kind: `file ${site}`, octets: corpus.get(site)?.length ?? 0 };
}

/** Bodies of any content: a few segments, now and then with one that passes the parsing limit. */
export const segments: fc.Arbitrary<Segment[]> = fc.oneof(
  { weight: 12, arbitrary: fc.array(segment, { maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom<Segment['kind'][]>('rules', 'comment'),
        fc.integer({ min: 511_900, max: 600_000 }),
      )
      .map(([kind, octets]) => [{ kind, octets }]),
  },
);

/** The octets that segments describe. */
export function bodyOf(described: readonly Segment[]): Uint8Array {
  return new Uint8Array(Buffer.concat(described.map(octetsOf)));
}

function octetsOf({ kind, octets }: Segment): Uint8Array {
  if (kind.startsWith('file '))
    return (corpus.get(kind.slice('file '.length)) ?? new Uint8Array()).subarray(0, octets);
  const [before, after] = EDGES[kind] ?? ['', ''];
  return Buffer.concat([Buffer.from(before), Buffer.alloc(octets, PATTERNS[kind]), Buffer.from(after)]);
}

/** Sizes of chunks, repeated until the body is cut: 0 is an empty chunk. */
export const chunkSizes: fc.Arbitrary<number[]> = fc
  .array(
    fc.oneof(
      fc.constantFrom(0, 1, 2, 3, 7, 100, ...SIZES, ...LARGE_SIZES, 600_000),
      fc.integer({ min: 1, max: 600_000 }),
    ),
    {
      maxLength: 4,
    },
  )
  .map((sizes) => (sizes.some((octets) => octets > 0) ? sizes : [65_536]));

/** More chunks than this say nothing new, and take long. */
const MOST_CHUNKS = 3000;

/** A body in chunks of the given sizes, or of larger ones if they were too many. */
export function cut(body: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const round = sizes.reduce((sum, octets) => sum + octets, 0);
  const factor = Math.max(1, Math.ceil((body.length / round) * (sizes.length / MOST_CHUNKS)));
  const chunks: Uint8Array[] = [];
  for (let at = 0, i = 0; at < body.length; i++) {
    const end = at + (sizes[i % sizes.length] ?? 0) * factor;
    chunks.push(body.subarray(at, end));
    at = end;
  }
  return chunks;
}
