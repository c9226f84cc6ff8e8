/**
 * What the single executable reads in place of its package's files (`src/package-files.ts`): assets, which `scripts/build-executable.mjs` puts
 * into it.
 */
import { getAsset } from 'node:sea';

const text = (name: string): string => getAsset(name, 'utf8');
const octets = (name: string): Uint8Array => new Uint8Array(getAsset(name));

export function version(): string {
  return text('version');
}

export async function inspectorPage(): Promise<Uint8Array> {
  return octets('inspector.html');
}
