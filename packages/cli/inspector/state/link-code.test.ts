import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noise } from '../../../../test/support/noise.js';
import { checkProperty } from '../../../../test/support/property.js';
import { toBase64Url } from './base64.js';
import { deflate } from './deflate.js';
import { decodeLink, encodeLink, MAX_LINK_CHARACTERS } from './link-code.js';
import { CRAWLER_COLUMNS, INITIAL_STATE, type InspectorState, OVERVIEW_SETS, PANELS } from './state.js';

const octets = fc.uint8Array({ maxLength: 300 });
const text = fc.string({ unit: 'binary', maxLength: 40 });

const states: fc.Arbitrary<InspectorState> = fc.record({
  file: octets,
  fileName: text,
  other: fc.option(fc.record({ octets, name: text })),
  urls: text,
  crawlers: text,
  profile: fc.constantFrom('rfc9309' as const, 'google' as const, 'python-3.11' as const),
  panel: fc.constantFrom(...PANELS),
  chosen: fc.option(
    fc.oneof(
      fc.record({ kind: fc.constant('cell' as const), crawler: text, url: text }),
      fc.record({ kind: fc.constant('line' as const), line: fc.integer({ min: 1 }) }),
    ),
  ),
  overview: fc.record({
    set: fc.constantFrom(...OVERVIEW_SETS),
    path: text,
    sortedBy: fc.constantFrom(...CRAWLER_COLUMNS),
    descending: fc.boolean(),
  }),
});

/** A link whose checksum is right and whose content is anything. */
async function linkOf(json: unknown, ...files: Uint8Array[]): Promise<string> {
  const head = new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, head.length);
  const whole = new Uint8Array(await new Blob([length, head, ...(files as BlobPart[])]).arrayBuffer());
  return `#v1.${toBase64Url(await deflate(whole))}`;
}

checkProperty(
  'a link gives back the state octet for octet',
  fc.asyncProperty(states, async (state) => {
    const { hash, isTooLarge } = await encodeLink(state);
    expect(isTooLarge).toBe(false);
    expect(hash).toMatch(/^#v1\.[\w-]+$/);
    expect(await decodeLink(hash)).toEqual({ kind: 'state', state });
  }),
  { runsShare: 0.2 },
);

checkProperty(
  'a link with one changed, missing or added character is never read as another state',
  fc.asyncProperty(
    states,
    fc.nat(),
    fc.constantFrom('', 'A', 'z', '-', '%', ')'),
    fc.boolean(),
    async (state, place, character, replaces) => {
      const { hash } = await encodeLink(state);
      const at = '#v1.'.length + (place % (hash.length - '#v1.'.length + 1));
      const damaged = hash.slice(0, at) + character + hash.slice(at + (replaces || character === '' ? 1 : 0));
      const decoded = await decodeLink(damaged);
      if (decoded.kind === 'state') expect(decoded.state).toEqual(state);
      else expect(decoded.kind).toBe('problem');
    },
  ),
  { runsShare: 0.2 },
);

describe('a hash', () => {
  test.each(['', '#', '#main', '#v1', '#version', '#v.abc'])(
    '%j is no link of the inspector',
    async (hash) => {
      expect(await decodeLink(hash)).toEqual({ kind: 'nothing' });
    },
  );

  test('of another version says which one, and which one the page reads', async () => {
    expect(await decodeLink('#v2.eJwD')).toEqual({
      kind: 'problem',
      problem:
        'Another version of the inspector made this link: it has format 2, and this page reads format 1.',
    });
  });

  test.each(['#v1.', '#v1.eJ', '#v1.*', '#v1.eJxLTEoGAAJNASc', '#v1.e', `#v1.${'A'.repeat(1000)}`])(
    '%j is damaged',
    async (hash) => {
      expect(await decodeLink(hash)).toMatchObject({ kind: 'problem', problem: /is damaged/ });
    },
  );

  test.each([
    ['no JSON', 'x'],
    ['no object', 'null'],
    ['a length past the end', { fileOctets: 9 }],
    ['a negative length', { fileOctets: -1 }],
  ])('with %s is damaged', async (_, json) => {
    expect(await decodeLink(await linkOf(json))).toMatchObject({ kind: 'problem', problem: /is damaged/ });
  });

  test('with a value that the page does not know says where it is, and does not repeat it', async () => {
    const { file, ...fields } = INITIAL_STATE;
    const hash = await linkOf({ ...fields, panel: '<script>', fileOctets: file.length }, file);
    expect(await decodeLink(hash)).toEqual({
      kind: 'problem',
      problem: 'This link has a value that this page does not know (panel).',
    });
  });

  test.each([
    { chosen: { kind: 'line', line: 0 } },
    { chosen: { kind: 'line', line: '1' } },
    { chosen: { kind: 'cell', crawler: 'a' } },
    { chosen: 7 },
    { overview: { ...INITIAL_STATE.overview, descending: 1 } },
    { overview: null },
    { other: {} },
    { urls: ['/'] },
    { profile: 'toString' },
    { profile: '__proto__' },
  ])('with %j is a problem', async (change) => {
    const { file, ...fields } = INITIAL_STATE;
    const hash = await linkOf({ ...fields, ...change, fileOctets: file.length }, file);
    expect(await decodeLink(hash)).toMatchObject({ kind: 'problem', problem: /does not know/ });
  });

  test('of a few octets that decompress to many is damaged, and does not fill the memory', async () => {
    const hash = await linkOf('{}', new Uint8Array(8 * 1024 * 1024));
    expect(hash.length).toBeLessThan(20_000);
    expect(await decodeLink(hash)).toMatchObject({ kind: 'problem', problem: /is damaged/ });
  });

  test('inherits nothing from Object.prototype', async () => {
    const hash = await linkOf('{"__proto__": {"urls": "/"}, "fileOctets": 0, "other": null}');
    expect(await decodeLink(hash)).toMatchObject({ kind: 'problem' });
  });
});

describe('a state too large for a link', () => {
  test.each([
    ['does not compress', noise(MAX_LINK_CHARACTERS)],
    ['compresses well', new Uint8Array(5 * 1024 * 1024)],
  ])('whose file %s gives a hash that says so', async (_, file) => {
    const { hash, isTooLarge } = await encodeLink({ ...INITIAL_STATE, file });
    expect(isTooLarge).toBe(true);
    expect(await decodeLink(hash)).toMatchObject({ kind: 'problem', problem: /too large for this link/ });
  });

  test('is not one whose link just fits', async () => {
    const { hash, isTooLarge } = await encodeLink({ ...INITIAL_STATE, file: noise(47_000) });
    expect(isTooLarge).toBe(false);
    expect(hash.length).toBeLessThanOrEqual(MAX_LINK_CHARACTERS);
  });
});
