import { expect, test } from 'vitest';
import { describeWith } from './needs.js';
import { loadCorpus, loadVectors, SHARED_NEED, sharedPath } from './shared.js';
import { readTar } from './tar.js';

describeWith(SHARED_NEED, 'the shared folder', () => {
  test('every file of the corpus, octets and all', () => {
    const corpus = loadCorpus();
    let octets = 0;
    for (const body of corpus.values()) octets += body.length;
    expect(corpus.size).toBe(2111);
    expect(octets).toBe(8_856_654);
    expect(new TextDecoder().decode(corpus.get('4chan.org'))).toMatch(/^User-agent: /);
  });

  test('every verdict', () => {
    const vectors = loadVectors();
    expect(vectors.length).toBe(9089);
    expect(new Set(vectors.map((vector) => vector.id)).size).toBe(vectors.length);
    expect(vectors[0]).toMatchObject({ agents: ['FooBot'], allowed: false, line: 2 });
    expect(new TextDecoder().decode(vectors[0]?.body)).toMatch(/^User-agent: \*\nDisallow: \/manager\/\n/);
  });
});

test('a file that is not in the shared folder has no path', () => {
  expect(sharedPath('no', 'such', 'file')).toBeUndefined();
});

test('a file that is not an archive, or an archive that is cut off, is refused', () => {
  const header = new Uint8Array(512);
  new TextEncoder().encodeInto('a.txt', header);
  expect(() => [...readTar(header)]).toThrow('not a ustar header at octet 0');
  new TextEncoder().encodeInto('00000000007\0', header.subarray(124));
  new TextEncoder().encodeInto('ustar', header.subarray(257));
  expect(() => [...readTar(header)]).toThrow('the archive ends inside a.txt');
});
