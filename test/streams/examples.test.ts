/** The short examples of streams run, and print what they should. */
import { expect, test, vi } from 'vitest';

test.each([
  [
    'pipeline',
    [
      'line 9: warning missing-colon',
      'line 10: warning misspelled-field',
      'line 13: warning sitemap-not-absolute',
    ],
  ],
  ['pipe-through', ['disallow /search', 'allow /search/about']],
  ['chain', ['https://example.com/sitemap.xml', 'https://example.com/news.xml']],
  ['async-iterator', ['The first group begins on line 2, for *']],
])('examples/%s.mjs', async (name, printed) => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import(`../../examples/${name}.mjs`);
  expect(log.mock.calls.map(([line]) => line)).toEqual(printed);
  log.mockRestore();
});
