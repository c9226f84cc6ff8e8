/** The pages, and which of them npm publishes with the core. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** What npm publishes whatever `files` says. */
const ALWAYS_PUBLISHED = ['README.md', 'LICENSE', 'package.json'];

const files: readonly string[] = [
  ...ALWAYS_PUBLISHED,
  ...(JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] }).files,
];

/** The pages of a folder, from the root of the repository. */
export function markdownIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join(folder, name));
}

/** Whether a file is in the published package. */
export function isPublished(path: string): boolean {
  const isIn = (entry: string): boolean => path === entry || path.startsWith(`${entry}/`);
  return files.some(isIn) && !files.some((entry) => entry.startsWith('!') && isIn(entry.slice(1)));
}
