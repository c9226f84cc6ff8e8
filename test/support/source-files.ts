/** The sources of the packages, for tests that read them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SOURCE_FOLDERS } from '../../scripts/packages.mjs';

/** Every file of some folders that is not built or installed, by its path relative to the root, with `/`. */
export function filesOf(folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => !/\/(?:dist|\.built|node_modules)\//.test(path));
}

/** The text of every source file that is published, by its path relative to the root. */
export function publishedSources(folders: readonly string[] = SOURCE_FOLDERS): Map<string, string> {
  const files = filesOf(folders).filter((path) => /(?<!\.test)\.tsx?$/.test(path));
  return new Map(files.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}
