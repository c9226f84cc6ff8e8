/**
 * Builds the inspector as a folder and as a single HTML file. Both work from disk, where browsers refuse ES modules and requests: Vite
 * makes chunks in the form of CommonJS, each becomes a plain script, and `inspector/loader` connects them.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { build } from 'vite';

const source = fileURLToPath(new URL('../packages/cli/inspector', import.meta.url));
const library = fileURLToPath(new URL('../src/', import.meta.url)).replaceAll('\\', '/');

/** The name of the library's chunk: the part that judges, which the first worker and the editor have. */
const LIBRARY = 'library';

/** The rest of the library, except the readers: the chunk of the worker for slow answers, which is loaded after the first paint. */
const ANALYSIS = new RegExp(
  `^${library}(?:compare|lint|crawlers/(?:differences|report|line-names|purposes))[/.]`,
);

/** The readers: only one worker has them, and its chunk is loaded when they are first asked. */
const readers = `${library}readers/`;

/** The file of the build with the licenses of the packages whose code is in the page. */
const LICENSES = 'inspector-licenses.md';

/** The tags of `inspector/index.html` that refer to the sources. */
const STYLE_TAG = '<link rel="stylesheet" href="./style/page.css" />';
const SCRIPT_TAG = '<script type="module" src="./main.tsx"></script>';
const HEAD_TAG = '<meta charset="utf-8" />';

/**
 * @param {string} folder where `inspector/` and `inspector.html` go
 */
export async function buildInspector(folder) {
  const { chunks, styles, licenses } = await buildChunks();
  const loader = await buildLoader();
  const template = readFileSync(path.join(source, 'index.html'), 'utf8');
  const target = path.join(folder, 'inspector');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  writeFileSync(path.join(folder, LICENSES), licenses);
  const write = (name, text) => writeFileSync(path.join(target, name), text);

  const [entry, ...workers] = ['main', ...Object.values(WORKER_ENTRIES)].map((name) =>
    chunks.find((chunk) => chunk.isEntry && chunk.name === name),
  );
  if (withImports([entry], chunks).some(({ name }) => name === LIBRARY)) {
    throw new Error('the page runs the library before its first paint; see EARLY');
  }
  const first = withImports([entry, workers[0]], chunks);
  for (const isLate of [isOfReaders, isOfAnalysis]) {
    const early = first.flatMap(({ moduleIds }) => moduleIds.filter(isLate));
    if (early.length > 0) {
      throw new Error(
        `${early} would be loaded before the first paint: something but their worker imports them`,
      );
    }
  }
  const chunkOf = Object.keys(WORKER_ENTRIES).map((name, i) => `${name}:${nameOf(workers[i])}`);
  const start = `inspectorChunks.start(${nameOf(entry)},{${chunkOf}});\n`;
  const firstScript = [loader, ...first.map(definition), start].join('');
  const lazy = chunks
    .filter((chunk) => !first.includes(chunk))
    .map((chunk) => ({ name: chunk.fileName, script: definition(chunk) }));

  const named = (name, end, text) => `${name}-${digest(text, 'base64url').slice(0, 8)}.${end}`;
  const [scriptName, styleName] = [named('page', 'js', firstScript), named('page', 'css', styles)];
  write(scriptName, firstScript);
  write(styleName, styles);
  for (const { name, script } of lazy) write(name, script);
  write(
    'index.html',
    withTags(template, {
      [HEAD_TAG]: `${HEAD_TAG}${policyTag("'self'", "'self'")}`,
      [STYLE_TAG]: `<link rel="stylesheet" href="./${styleName}" />`,
      [SCRIPT_TAG]: `<script defer src="./${scriptName}"></script>`,
    }),
  );

  const scripts = [firstScript, ...lazy.map(({ script }) => script)].map(inline);
  writeFileSync(
    `${target}.html`,
    withTags(template, {
      [HEAD_TAG]: `${HEAD_TAG}${policyTag(scripts.map(sourceHash).join(' '), sourceHash(styles))}`,
      [STYLE_TAG]: `<style>${styles}</style>`,
      [SCRIPT_TAG]: scripts.map((script) => `<script>${script}</script>`).join('\n'),
    }),
  );
}

/** The parts of the page: chunks, of which one is the entry, the styles, and the licenses of what is bundled. */
async function buildChunks() {
  const { output } = await inProduction(() =>
    build({
      configFile: path.join(source, 'vite.config.ts'),
      logLevel: 'warn',
      plugins: [withoutPreloads, namedByWriter],
      build: {
        write: false,
        license: { fileName: LICENSES },
        rolldownOptions: {
          input: {
            main: path.join(source, 'main.tsx'),
            ...Object.fromEntries(
              Object.values(WORKER_ENTRIES).map((name) => [name, path.join(source, `engine/${name}.ts`)]),
            ),
            page: path.join(source, 'style/page.css'),
          },
          // Their packages say so, too, but modules with static class members would stay.
          treeshake: {
            moduleSideEffects: [{ test: /node_modules/, sideEffects: false }],
            propertyReadSideEffects: false,
          },
          transform: { define: { 'import.meta.url': '""' } },
          output: {
            format: 'cjs',
            dynamicImportInCjs: false,
            entryFileNames: '[name]-[hash].js',
            chunkFileNames: '[name]-[hash].js',
            codeSplitting: {
              groups: [
                { name: 'early', test: EARLY, priority: 2 },
                // One chunk: the workers run it, and the editor takes the parser from it.
                { name: LIBRARY, test: isOfLibrary, priority: 1 },
                { name: 'analysis', test: isOfAnalysis },
              ],
            },
          },
        },
      },
    }),
  );
  const assets = Object.fromEntries(
    output
      .filter(({ type }) => type === 'asset')
      .map(({ fileName, source: content }) => [fileName, `${content}`]),
  );
  const { [LICENSES]: licenses, ...others } = assets;
  const [styles, ...more] = Object.values(others);
  if (licenses === undefined || styles === undefined || more.length > 0) {
    throw new Error(`the page has one file of styles and the licenses, not ${Object.keys(assets)}`);
  }
  return { chunks: output.filter(({ type }) => type === 'chunk'), styles: styles.trim(), licenses };
}

/** Runs a build as for production. If NODE_ENV names a test, Vite adds the source places of elements, which reveal the folder of the build. */
async function inProduction(run) {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    return await run();
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

/** The library's sources that the page runs before its first paint. */
const EARLY = /\/src\/compare\/joined-octets\.ts$/;

/** The workers by the names that the page uses, the one for the first paint first, and the files of `engine` that they run. */
const WORKER_ENTRIES = { quick: 'worker', analysis: 'analysis-worker', readers: 'readers-worker' };

/** Whether a module belongs to the part of the library that only slow answers need. */
function isOfAnalysis(id) {
  return ANALYSIS.test(id.replaceAll('\\', '/')) && !EARLY.test(id);
}

/** Whether a module is of the part of the library that judges. Modules that only export others count as none: a chunk has all that its modules import. */
function isOfLibrary(id) {
  return (
    id.startsWith(library) && !isOfReaders(id) && !isOfAnalysis(id) && !/\/(?:index|internal)\.ts$/.test(id)
  );
}

/** Whether a module is one of the readers. */
function isOfReaders(id) {
  return id.replaceAll('\\', '/').startsWith(readers);
}

/** In place of Vite's helper around `import(…)`, which loads styles of chunks first: all styles come with the page. */
const withoutPreloads = {
  name: 'without-preloads',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
};

/**
 * Chunks are named by their content before {@link definition} writes them as scripts. So the names also depend on this file: a browser never
 * takes a script from its cache that another version of it wrote.
 */
const namedByWriter = {
  name: 'named-by-writer',
  augmentChunkHash: () => readFileSync(new URL(import.meta.url), 'utf8'),
};

/** The script that chunks define themselves with. */
async function buildLoader() {
  const loader = await rolldown({
    input: path.join(source, 'loader/loader.ts'),
    treeshake: false, // package.json says that no module has side effects; these have
  });
  const { output } = await loader.generate({ format: 'iife', minify: true });
  await loader.close();
  return output[0].code;
}

/** Some chunks and those that they import, directly or not. */
function withImports(some, chunks) {
  const found = new Set(some);
  for (const chunk of found) {
    for (const name of chunk.imports) found.add(chunks.find(({ fileName }) => fileName === name));
  }
  return [...found];
}

/** The name of a chunk as a text of JavaScript. */
function nameOf({ fileName }) {
  return JSON.stringify(`./${fileName}`);
}

/** A chunk as a script that defines it. */
function definition(chunk) {
  const imports = chunk.imports.map((fileName) => nameOf({ fileName }));
  return `inspectorChunks.define(${nameOf(chunk)},[${imports}],(exports,require)=>{"use strict";${chunk.code.trim()}\n});\n`;
}

/** Escapes a script for HTML. In a JavaScript string, a backslash before a slash has no effect. */
function inline(script) {
  const text = script.replaceAll(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '<\\!--');
  return `\n${text}`;
}

function digest(text, encoding) {
  return createHash('sha256').update(text).digest(encoding);
}

function sourceHash(text) {
  return `'sha256-${digest(text, 'base64')}'`;
}

/** The page runs its own scripts, shows its own styles, and connects to nothing. */
function policyTag(scripts, styles) {
  const policy = [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    'worker-src blob:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
  return `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
}

/** The template with each tag replaced by another. */
function withTags(template, tags) {
  return Object.entries(tags).reduce((html, [tag, other]) => {
    if (html.split(tag).length !== 2) throw new Error(`inspector/index.html must have ${tag} exactly once`);
    return html.replace(tag, () => other);
  }, template);
}
