/** The conformance suite in one file, for the command: a megabyte of JSON takes a twentieth of that. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from './packages.mjs';

/** @returns {Buffer} all files of cases by their paths, and `suite.json`, as compressed JSON */
export function packedSuite() {
  const read = (file) => JSON.parse(readFileSync(path.join(ROOT, 'conformance', file), 'utf8'));
  const suite = read('suite.json');
  const files = { 'suite.json': suite };
  for (const { path: file } of suite.files) files[file] = read(file);
  return gzipSync(JSON.stringify(files), { level: 9 });
}
