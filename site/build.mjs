/**
 * Builds the site of the documentation: `node site/build.mjs [FOLDER [PACKAGES]]`. PACKAGES is a folder with the builds of the packages,
 * in folders as here; by default this project, after `npm run build`. Its pages are the Markdown files of the
 * repository and the API reference, which is made from the doc comments. Every address in it is relative, so it works at any path.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ROOT } from '../scripts/packages.mjs';
import { copyAssets } from './assets.mjs';
import { layout } from './layout.mjs';
import { llmsText } from './llms.mjs';
import { referencePages } from './reference.mjs';
import { renderer } from './render.mjs';
import { searchScript } from './search-index.mjs';
import { navigationOf, repositoryPages } from './source-pages.mjs';

const [folder = path.join(ROOT, 'site/.built'), packages = ROOT] = process.argv.slice(2);
const target = path.resolve(folder);
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

const { pages, files } = repositoryPages();
const reference = await referencePages(packages);
const navigation = navigationOf(pages, reference);
const all = [...pages, ...reference.pages];

const render = await renderer(all);
const sections = [];
for (const page of all) {
  const { html, headings, texts } = render(page);
  sections.push(...texts.map((text) => ({ ...text, page })));
  write(page.target, layout({ page, html, headings, navigation }));
  write(page.source, page.markdown);
}
const playground = { target: 'playground.html', title: 'Playground', kind: 'playground' };
write(playground.target, layout({ page: playground, html: '', headings: [], navigation }));
write('llms.txt', llmsText(navigation));
write('assets/search-index.js', searchScript(sections));
copyAssets(target, packages);
for (const file of files) cpSync(path.join(ROOT, file), path.join(target, file));
console.log(`${all.length + 1} pages in ${path.relative(process.cwd(), target) || '.'}`);

/** @param {string} file relative to the site @param {string} text */
function write(file, text) {
  const place = path.join(target, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
}
