/** The parts that the arbitraries of bodies, URLs and names share. */
import fc from 'fast-check';

/** The names of user-agent lines and callers. The grammar of RFC 9309 forbids some of them. */
export const AGENT_NAMES = [
  'FooBot',
  'Foo',
  'FooBot-News',
  'foo_bot',
  'a',
  'MJ12bot',
  '360Spider',
  'bot.v2',
  'Bot X',
];

/** One of the names, the first as often as all others together. */
export function agentName(): fc.Arbitrary<string> {
  return fc.oneof(fc.constant('FooBot'), fc.constantFrom(...AGENT_NAMES));
}

/** The usual value, or now and then a rare one. */
export function mostly(
  usual: string | fc.Arbitrary<string>,
  rare: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const arbitrary = typeof usual === 'string' ? fc.constant(usual) : usual;
  return fc.oneof({ withCrossShrink: true }, { weight: 11, arbitrary }, { weight: 1, arbitrary: rare });
}

export function inAnyCase(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const casing = fc.constantFrom(
    (plain: string) => plain,
    (plain: string) => plain.toUpperCase(),
    (plain: string) => plain.toLowerCase(),
    (plain: string) => plain.charAt(0).toUpperCase() + plain.slice(1),
  );
  return fc.tuple(text, casing).map(([plain, inCase]) => inCase(plain));
}

/** Up to `maxLength` pieces in a row; half of them are among the first six, so that rows often match. */
export function joined(pieces: readonly string[], maxLength: number): fc.Arbitrary<string> {
  const piece = fc.oneof(fc.constantFrom(...pieces.slice(0, 6)), fc.constantFrom(...pieces));
  return fc.array(piece, { maxLength }).map((row) => row.join(''));
}

export function joinedPair(first: fc.Arbitrary<string>, second: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(first, second).map((parts) => parts.join(''));
}
