/**
 * What the robots.txt audit of Lighthouse accepts, as its own source has it: the lint says what the audit objects to.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The lists of one version of Lighthouse. */
export interface LighthouseLists {
  readonly version: string;
  /** The day on which they were read. */
  readonly recorded: string;
  /** The fields of `DIRECTIVE_SAFELIST`, in lower case. */
  readonly fields: readonly string[];
  /** The protocols of `SITEMAP_VALID_PROTOCOLS`. */
  readonly protocols: readonly string[];
}

const AUDIT = 'core/audits/seo/robots-txt.js';
const RECORDED = 'readers/lighthouse.json';

/** The lists that were recorded last. */
export function recordedLists(): LighthouseLists {
  return JSON.parse(readFileSync(RECORDED, 'utf8')) as LighthouseLists;
}

/** Writes the lists of a Lighthouse in a folder, as `npm pack` brings it, to `readers/lighthouse.json`. */
export function recordLighthouse(folder: string): void {
  const source = readFileSync(path.join(folder, AUDIT), 'utf8');
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const lists: LighthouseLists = {
    version,
    recorded: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
    fields: setIn(source, 'DIRECTIVE_SAFELIST'),
    protocols: setIn(source, 'SITEMAP_VALID_PROTOCOLS'),
  };
  writeFileSync(RECORDED, `${JSON.stringify(lists, null, 2)}\n`);
}

/** The texts of a set that a source names, of which some are constants. */
function setIn(source: string, name: string): string[] {
  const constants = new Map(
    Array.from(source.matchAll(/^const (\w+) = '([^']*)';$/gm), ([, key, text]) => [key, text]),
  );
  const [, inside] = new RegExp(`^const ${name} = new Set\\(\\[([^\\]]*)\\]\\);$`, 'm').exec(source) ?? [];
  if (inside === undefined) throw new TypeError(`${AUDIT} has no set named ${name}.`);
  const items = inside
    .replace(/\/\/.*$/gm, '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return items.map((item) => constants.get(item) ?? item.slice(1, -1)).sort();
}
