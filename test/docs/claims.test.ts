/** What pages take for granted is there for a reader: packages, the site that programs ask, versions, pages, and what a command accepts. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../packages/cli/src/commands.js';
import { withoutCode } from '../../scripts/markdown.mjs';
import { PACKAGES } from '../../scripts/packages.mjs';
import { examplesOf } from '../support/examples.js';
import { VERSION } from '../support/npx.js';
import { isPublished, markdownIn } from './published.js';

const READMES = PACKAGES.slice(1).map(({ folder }) => `${folder}/README.md`);

const PAGES = ['README.md', ...READMES, ...markdownIn('docs')];

describe.each(PAGES.filter((page) => examplesOf(page).length > 0))('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  test('has the command that installs what its programs import', () => {
    const installed = Array.from(
      text.matchAll(/npm install ([^#`\n]*)(?:`|#|\n)((?:, `[\w@/-]+`| or `[\w-]+`)*)/g),
    )
      .flatMap(([, names = '', others = '']) => [
        ...names.split(/\s+/),
        ...(others.match(/[\w@/-]{3,}/g) ?? []),
      ])
      .map((name) => name.replace(/(?<=.)@.*/, ''));
    expect(importedBy(examplesOf(page)).filter((name) => !installed.includes(name))).toEqual([]);
  });

  test('has the site that its programs ask: it makes a server, or says to run one', () => {
    const asking = examplesOf(page).filter((code) => /\b(?:createClient|[^.]fetch)\(/.test(code));
    for (const code of asking) {
      expect(code).not.toMatch(
        /(?:fetch|check|isAllowed|open|obedient|request|run)\(\[?'https?:\/\/(?!localhost)/,
      );
      expect(code.includes('createServer') || text.includes('node site.mjs')).toBe(true);
    }
  });
});

/** The packages that programs import, but for the one that has the pages. */
function importedBy(programs: readonly string[]): string[] {
  const names = programs.flatMap((code) =>
    Array.from(
      code.matchAll(/^import .*?from '((?:@[\w-]+\/)?[\w-]+)[/\w-]*';$/gms),
      ([, name = '']) => name,
    ),
  );
  return [...new Set(names)].filter((name) => name !== 'robotstream');
}

test.each(READMES)('%s links to the web, because npm has nothing else of the repository', (page) => {
  const links = Array.from(
    withoutCode(readFileSync(page, 'utf8')).matchAll(/\]\(([^)]*)\)/g),
    ([, to]) => to,
  );
  expect(links.filter((to) => !/^https:\/\//.test(to))).toEqual([]);
  for (const to of links) {
    const [, path = ''] =
      /^https:\/\/github\.com\/robotstream\/robotstream\/blob\/main\/(.*)$/.exec(to) ?? [];
    expect(existsSync(path) && isPublished(path), `${path} is in the package robotstream`).toBe(true);
  }
});

test('docs/ci.md and action.yml use actions by a commit, with its version, and this one by the version of the packages', () => {
  const text = readFileSync('docs/ci.md', 'utf8') + readFileSync('action.yml', 'utf8');
  const uses = Array.from(text.matchAll(/uses: (\S+)(.*)/g), ([, action, comment]) => ({ action, comment }));
  expect(uses.length).toBe(4);
  for (const { action, comment } of uses) {
    if (action.startsWith('robotstream/')) expect(action).toBe(`robotstream/robotstream@v${VERSION}`);
    else expect(action + comment).toMatch(/@(?!0+ )[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});

test('docs/check.md says which commands take a site in place of a robots.txt, or a URL in place of both', async () => {
  const [, sites = '', urls = ''] =
    /Node\. (`agents`.*?) also take `-` or a\s+site.*?; (`check`.*?) take a URL/s.exec(
      readFileSync('docs/check.md', 'utf8'),
    ) ?? [];
  const named = (list: string): string[] => list.match(/\w+(?=`)/g) ?? [];
  const taking: { sites: string[]; urls: string[] } = { sites: [], urls: [] };
  for (const [name, { load }] of Object.entries(COMMANDS)) {
    const [first, second] = (await load()).operandKinds ?? [];
    if (first === 'source') taking[second === 'url' ? 'urls' : 'sites'].push(name);
  }
  expect(named(sites)).toEqual(taking.sites.sort());
  expect(named(urls)).toEqual(taking.urls.sort());
});
