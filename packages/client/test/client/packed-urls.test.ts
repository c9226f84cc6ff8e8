/** Packed URLs come out as they went in, and need less memory than the texts themselves. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProperty } from '../../../../test/support/property.js';
import { PackedUrls } from '../../src/client/packed-urls.js';

function taken(urls: PackedUrls): string[] {
  return Array.from({ length: urls.size }, () => urls.take() as string);
}

function packed(texts: readonly string[]): PackedUrls {
  const urls = new PackedUrls();
  for (const text of texts) urls.add(text);
  return urls;
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', 'https://a.example/', 'https://a.example/😀', 'https://a.example/\ud83d', 'https://a'),
  fc.string({ maxLength: 5 }).map((rest) => `https://a.example/${rest}`),
);

checkProperty(
  'any texts, in order',
  fc.property(fc.array(text, { maxLength: 100 }), (texts) => {
    expect(taken(packed(texts))).toEqual(texts);
  }),
);

test.each([0, 1, 31, 32, 33, 64, 100])('%i URLs of a site, and then no more', (count) => {
  const texts = Array.from({ length: count }, (_, i) => `https://a.example/page/${i}`);
  const urls = packed(texts);
  expect(urls.size).toBe(count);
  expect(taken(urls)).toEqual(texts);
  expect(urls.take()).toBeUndefined();
});

test('long URLs come out as they went in', () => {
  const texts = [255, 256, 257, 65_535, 65_536, 65_537, 200_000].flatMap((length) =>
    Array.from({ length: 8 }, (_, i) => `https://a.example/${i}${'x'.repeat(length)}`),
  );
  expect(taken(packed(texts))).toEqual(texts);
});
