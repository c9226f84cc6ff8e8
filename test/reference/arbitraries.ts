/**
 * Arbitrary bodies, URLs and names made of small pieces from few alphabets, so that they often match each other and shrink
 * piece by piece. The first choice of each list is the simplest, because shrinking ends there.
 * Runs in a browser.
 */
import fc from 'fast-check';
import { isRefused } from './agents.js';
import { agentName, inAnyCase, mostly } from './arbitrary-pieces.js';
import { toOctets } from './octets.js';
import { type ReferenceProfile, referenceRecords } from './reference.js';

export { bodiesNearTheLimit, robotsBody } from './arbitrary-bodies.js';
export { googleUrlNear, urlNear } from './arbitrary-urls.js';

/** The profiles. */
export function profileNames(): fc.Arbitrary<ReferenceProfile> {
  return fc.constantFrom<ReferenceProfile[]>('rfc9309', 'google', 'draft-koster-rep-00', 'koster-1996');
}

/** Any octets at all. */
export function arbitraryOctets(): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ maxLength: 200 });
}

/**
 * One to eight names of a caller, mostly one; none that is refused.
 * @param body the values of its user-agent lines are among the names
 */
export function agentLists(body?: Uint8Array): fc.Arbitrary<string[]> {
  const before = mostly('', fc.constantFrom(' ', '\t'));
  const after = mostly('', fc.constantFrom('/1.0', ' ', '\t', ' /2', '/', 'é', '2', ' x'));
  const invented = mostly(agentName(), fc.constantFrom('other', '*', '*a', 'é', 'Fo'));
  const named = body === undefined ? [] : namesIn(body);
  const name = named.length === 0 ? invented : fc.oneof(invented, fc.constantFrom(...named));
  const agent = fc
    .tuple(before, inAnyCase(name), after)
    .map((parts) => parts.join(''))
    .filter((given) => !isRefused(given));
  return fc.oneof(
    { weight: 3, arbitrary: agent.map((only) => [only]) },
    { weight: 1, arbitrary: fc.array(agent, { minLength: 1, maxLength: 8 }) },
  );
}

function namesIn(body: Uint8Array): string[] {
  return referenceRecords(body, 'google')
    .filter(({ directive, value }) => directive === 'user-agent' && /^[^/]/.test(value))
    .map(({ value }) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(toOctets(value)));
}

/** The octets in chunks: whole, cut once, cut at random (empty chunks too), or octet by octet. */
export function chunkings(octets: Uint8Array): fc.Arbitrary<Uint8Array[]> {
  const place = fc.nat({ max: octets.length });
  const cuts = fc.oneof(
    fc.constant<number[]>([]),
    place.map((at) => [at]),
    fc.array(place, { maxLength: 8 }),
    fc.constantFrom(1, 2).map((times) => everyPlace(octets).flatMap((at) => Array<number>(times).fill(at))),
  );
  return cuts.map((places) => cut(octets, places));
}

function everyPlace(octets: Uint8Array): number[] {
  return Array.from(octets, (_, at) => at + 1);
}

function cut(octets: Uint8Array, places: readonly number[]): Uint8Array[] {
  const starts = [0, ...places].sort((a, b) => a - b);
  return starts.map((start, nth) => octets.subarray(start, starts[nth + 1] ?? octets.length));
}
