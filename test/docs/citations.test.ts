/** Every citation resolves: the document is one that a reader can open, and it has the section. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesOf } from '../support/source-files.js';
import { unresolvedCitations } from './citations.js';

const FOLDERS = [
  'src',
  'packages/client',
  'packages/survey',
  'packages/audit',
  'packages/cli',
  'packages/command-line',
  'packages/decoding',
  'packages/conform',
  'test',
  'docs',
  'bench',
  'scripts',
  'examples',
];
const TEXT = /\.(?:ts|mjs|md)$/;

/** These quote section signs and citations that do not resolve. */
const EXCEPT = ['test/docs/citations.test.ts', 'test/docs/citations.ts', 'test/conformance/cite.ts'];

const files = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...filesOf(FOLDERS).filter((path) => TEXT.test(path)),
].filter((path) => !EXCEPT.includes(path));

test('every citation in source, tests and pages resolves', () => {
  expect(files).toContain('src/match/select/select.ts');
  expect(files.flatMap((path) => unresolvedCitations(path, readFileSync(path, 'utf8')))).toEqual([]);
});

describe('the check finds', () => {
  test.each([
    ['a section that does not exist', '// RFC 9309 §2.6', 'RFC 9309 has no §2.6'],
    ['one in the second line of a comment', '/**\n * RFC\n * 9309 §2.6\n */', 'RFC 9309 has no §2.6'],
    ['the second section of a citation', '// RFC 9309 §2.2 and §2.9', 'RFC 9309 has no §2.9'],
    ['a section of a page', '// docs/semantics.md §9', 'docs/semantics.md has no §9'],
    ['a page that does not exist', '// docs/absent.md §1', 'docs/absent.md is not in'],
    ['a document that is not listed', '// RFC 1 §1', 'RFC 1 is not in'],
    ['a section without a document', '// §2.2', '§2.2 without a document'],
    ['a section sign alone', '// RFC 9309 § on rules', '§ without a number'],
    ['a range', '// RFC 9309 §2.2–2.4', 'write both sections'],
    ["a heading that Google's page lacks", `// Google's page, "File size"`, 'has no "File size"'],
    ['its second heading', `// Google's page, "Caching" and\n// "File size"`, 'has no "File size"'],
    ['a document by its number on some machine', '// seed 003', 'cannot be opened'],
    ['several of them', '// (seeds 002 and 004)', 'cannot be opened'],
    ['an issue', '// the table of issue 4', 'cannot be opened'],
    ['the former name of docs/semantics.md', '// RFC 9309; semantics §5', 'cannot be opened'],
  ])('%s', (_, text, complaint) => {
    expect(unresolvedCitations('src/a.ts', text).join('\n')).toContain(complaint);
  });

  test('the line', () => {
    expect(unresolvedCitations('src/a.ts', '\n\n// RFC 9309 §2.6')).toEqual([
      'src/a.ts:3 RFC 9309 has no §2.6',
    ]);
  });
});

describe('the check allows', () => {
  test.each([
    ['several sections', 'src/a.ts', '// RFC 9309 §2.2, §2.3 and §2.4; docs/semantics.md §5.2'],
    ['a later section of the document cited last', 'src/a.ts', '// RFC 9309 §2.2\n\n// §2.4'],
    ["a page's own sections", 'docs/semantics.md', 'The name is unusable (RFC 9309 §2.2), see §6.8.'],
    ["Google's page by its headings", 'src/a.ts', `// Google's page, "Syntax" and "sitemap"`],
    ['the seed of a property', 'test/a.ts', '// each property prints its seed'],
  ])('%s', (_, path, text) => {
    expect(unresolvedCitations(path, text)).toEqual([]);
  });
});
