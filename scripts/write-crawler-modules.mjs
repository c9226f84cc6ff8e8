/** Writes the modules that are made from `src/crawlers/crawlers.json`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { crawlerModules, readRegistry } from './crawler-modules.mjs';
import { ROOT } from './packages.mjs';

for (const [file, text] of Object.entries(crawlerModules(readRegistry()))) {
  writeFileSync(path.join(ROOT, file), text);
}
