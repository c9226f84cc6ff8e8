/**
 * The API reference: TypeDoc reads the built declarations of every public entry point, and writes a Markdown page for each name. TypeDoc
 * needs TypeScript 5.9, because TypeScript 7 has no API for it yet; site/package.json pins that for TypeDoc alone.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Application } from 'typedoc';
import { ENTRY_POINTS, PACKAGES, PUBLIC_ENTRIES, ROOT } from '../scripts/packages.mjs';
import { htmlOf } from './source-pages.mjs';

/**
 * @typedef {object} Entry
 * @property {string} name such as `robotstream/lint`
 * @property {string} words what it is for
 * @property {import('./source-pages.mjs').Page} index the page that lists its names
 * @property {readonly import('./source-pages.mjs').Page[]} names a page for each name
 */

const FOLDER = 'api';

/** In the project, so that TypeScript finds packages, and not in node_modules, whose files TypeDoc leaves out. */
const WORK = path.join(ROOT, 'site/.work');

/** Shown as tables, because lists of parameters and properties are long. */
const FORMATS = [
  'parameters',
  'interfaceProperties',
  'classProperties',
  'typeAliasProperties',
  'typeDeclaration',
  'propertyMembers',
  'index',
];

/**
 * @param {string} packages the folder that has the builds of the packages
 * @returns {Promise<{ pages: import('./source-pages.mjs').Page[], entries: Entry[] }>}
 */
export async function referencePages(packages) {
  mkdirSync(WORK, { recursive: true });
  const work = mkdtempSync(path.join(WORK, 'reference-'));
  try {
    copyDeclarations(packages, work);
    await writeMarkdown(work);
    return pagesIn(path.join(work, FOLDER));
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** The comment on a file, which TypeDoc would take for that of the first export. */
const HEADER = /^\/\*\*(?:.|\n)*?\*\/\n(?=import |export (?:type )?[{*])/;

/** Copies the declarations of all packages that have some. TypeDoc drops the types that `@throws` names, so they become text. */
function copyDeclarations(packages, work) {
  for (const { folder, manifest } of PACKAGES) {
    if (!JSON.stringify(manifest.exports).includes('.d.ts')) continue;
    const dist = path.join(packages, folder, 'dist');
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
      const text = readFileSync(path.join(dist, file), 'utf8')
        .replaceAll(
          /@throws \{([^}]+)\}/g,
          (_, types) => `@throws ${types.replaceAll(/[^ |]+/g, '`$&`').replaceAll('|', 'or')}`,
        )
        .replace(HEADER, '')
        // A default export has its own name here, not `default`.
        .replace(/^export default function/m, 'export function')
        .replace(/^export \{ \w+ as 'module\.exports' \};$/m, '');
      const copy = path.join(work, folder, 'src', file);
      mkdirSync(path.dirname(copy), { recursive: true });
      writeFileSync(copy, text);
    }
  }
}

async function writeMarkdown(work) {
  const declarations = (entry) => path.join(work, ENTRY_POINTS[entry].replace(/\.ts$/, '.d.ts'));
  const tsconfig = path.join(work, 'tsconfig.json');
  const paths = Object.keys(ENTRY_POINTS).map((entry) => [entry, [declarations(entry)]]);
  const compilerOptions = {
    paths: Object.fromEntries(paths),
    types: ['node'],
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
    noEmit: true,
  };
  const files = PUBLIC_ENTRIES.map(declarations);
  writeFileSync(
    tsconfig,
    JSON.stringify({ extends: path.join(ROOT, 'tsconfig.base.json'), compilerOptions, files }),
  );
  const app = await Application.bootstrapWithPlugins({
    entryPoints: files,
    tsconfig,
    basePath: work,
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: path.join(work, FOLDER) }],
    router: 'member',
    readme: 'none',
    name: 'API reference',
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    disableGit: true,
    sourceLinkTemplate: '{path}',
    hideBreadcrumbs: true,
    hidePageHeader: true,
    useCodeBlocks: true,
    expandParameters: true,
    pageTitleTemplates: { index: '{projectName}', module: '{name}', member: '{name}' },
    tableColumnSettings: { hideSources: true },
    validation: false,
    logLevel: 'Error',
    ...Object.fromEntries(FORMATS.map((name) => [`${name}Format`, 'table'])),
  });
  const project = await app.convert();
  if (project === undefined || app.logger.hasErrors())
    throw new Error('TypeDoc cannot read the declarations');
  for (const module of project.children ?? []) {
    const [{ fullFileName }] = module.sources;
    module.name = PUBLIC_ENTRIES.find((entry) => declarations(entry) === fullFileName);
  }
  await app.generateOutputs(project);
}

/** The pages that TypeDoc has written, in the order of the entry points. */
function pagesIn(folder) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => {
      const source = path.posix.join(FOLDER, name.replaceAll('\\', '/'));
      const markdown = tidied(readFileSync(path.join(folder, name), 'utf8'));
      const title = /^# (.+)$/m.exec(markdown)[1].replaceAll('\\', '');
      return { source, target: htmlOf(source), title, markdown, kind: 'reference' };
    });
  const entries = PUBLIC_ENTRIES.map((name) => {
    const index = pages.find(({ title, source }) => title === name && source.endsWith('README.md'));
    if (index === undefined) throw new Error(`TypeDoc has written no page for ${name}`);
    const inside = `${path.posix.dirname(index.source)}/`;
    const isName = /^[a-z-]+\/(?!README)[^/]+$/;
    const names = pages.filter(
      ({ source }) => source.startsWith(inside) && isName.test(source.slice(inside.length)),
    );
    for (const page of [index, ...names]) page.entry = name;
    const words = wordsOf(name);
    index.markdown = index.markdown.replace(/^# .*\n/, `$&\n${words}\n`);
    return { name, words, index, names };
  });
  const home = pages.find(({ source }) => source === `${FOLDER}/README.md`);
  const rows = entries.map(
    ({ name, words, index }) => `| [${name}](${path.posix.relative(FOLDER, index.source)}) | ${words} |\n`,
  );
  home.markdown = `# ${home.title}\n\nEvery exported name, from the comments of the source.\n\n| import from | for |\n|---|---|\n${rows.join('')}`;
  return { pages, entries };
}

/** What an entry point is for, by the comment on its source file. */
function wordsOf(entry) {
  const [comment] = /^\/\*\*(?:.|\n)*?\*\//.exec(
    readFileSync(path.join(ROOT, ENTRY_POINTS[entry]), 'utf8'),
  ) ?? [''];
  const text = comment
    .slice(3, -2)
    .replaceAll(/\s+(?:\* )?/g, ' ')
    .trim();
  const start = `The entry point \`${entry}\`: `;
  if (!text.startsWith(start))
    throw new Error(`${ENTRY_POINTS[entry]} does not begin with the comment "${start}…"`);
  return text[start.length].toUpperCase() + text.slice(start.length + 1);
}

/** Says once from which source file a name is, lists errors below one heading, and drops what repeats. */
function tidied(markdown) {
  let isFirst = true;
  return markdown
    .replaceAll(/^### (.+)\n\nRe-exports (\[.*\)\n)(?:\n\*\*\*\n\n)?/gm, '- $2')
    .replaceAll(/^Defined in: \[(.*?)\.d\.ts:\d+\]\(.*\)\n+/gm, (_, file) => {
      const line = isFirst ? `Source: \`${file}.ts\`\n\n` : '';
      isFirst = false;
      return line;
    })
    .replaceAll(/^(#+ Throws)\n\n(?:.|\n)*?(?=\n#+ (?!Throws)|\n\*\*\*|(?![\s\S]))/gm, (all, heading) => {
      const errors = all.split(/^#+ Throws\n\n/m).slice(1);
      return `${heading}\n\n${errors.map((text) => `- ${text.trim().replaceAll('\n', '\n  ')}\n`).join('')}`;
    });
}
