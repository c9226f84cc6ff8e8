/** Which versions of programs are installed. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Reader } from './readers.js';

/** The packages of a reader with their installed versions; undefined if one is missing, or if the reader comes in no package. */
export function installedVersion({ debianPackage, npmPackages }: Reader): string | undefined {
  if (debianPackage !== undefined) return packageText(debianPackage, debianVersion(debianPackage));
  const found = npmPackages?.map((name) => packageText(name, npmVersion(name)));
  return found?.every((text) => text !== undefined) ? found.join(', ') : undefined;
}

function packageText(name: string, version: string | undefined): string | undefined {
  return version === undefined ? undefined : `${name} ${version}`;
}

function debianVersion(debianPackage: string): string | undefined {
  try {
    const shown = execFileSync('dpkg-query', ['--status', debianPackage], { stdio: 'pipe' }).toString();
    return /^Status: .* installed$/m.test(shown) ? /^Version: (.+)$/m.exec(shown)?.[1] : undefined;
  } catch {
    return undefined;
  }
}

/** The version in the clone's node_modules: adapters find no other. */
function npmVersion(npmPackage: string): string | undefined {
  try {
    const manifest = readFileSync(path.join('node_modules', npmPackage, 'package.json'), 'utf8');
    return (JSON.parse(manifest) as { version: string }).version;
  } catch {
    return undefined;
  }
}
