/** Writes the version of package.json into the source. `npm version` runs it. */
import { readFileSync, writeFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const source = new URL('../src/survey/package-version.ts', import.meta.url);
const text = readFileSync(source, 'utf8');
writeFileSync(source, text.replace(/(?<=PACKAGE_VERSION = ')[^']*/, version));
