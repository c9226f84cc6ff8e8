/** Suites for the tests. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Writes a suite.
 *
 * @param sections the cases of each file by its path without the extension
 */
export function writeSuite(
  folder: string,
  sections: { readonly [path: string]: readonly object[] },
  kind = 'matching',
): void {
  mkdirSync(folder, { recursive: true });
  const files = Object.keys(sections).map((path) => ({ path: `${path}.json`, kind }));
  writeFileSync(join(folder, 'suite.json'), JSON.stringify({ version: '9.9.9', files }));
  for (const [path, cases] of Object.entries(sections)) {
    const file = join(folder, `${path}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ cases }));
  }
}
