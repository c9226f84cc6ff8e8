/**
 * The documents that the project cites by section, and the sections they have. Complete for the documents that define robots.txt;
 * of the others, the sections that are cited. Look a section up before you add it here.
 */
import { existsSync, readFileSync } from 'node:fs';

/** The numbers of the sections of documents, by the name that citations use. */
const NUMBERED: Readonly<Record<string, string>> = {
  'RFC 9309':
    '1 1.1 2 2.1 2.2 2.2.1 2.2.2 2.2.3 2.2.4 2.3 2.3.1 2.3.1.1 2.3.1.2 2.3.1.3 2.3.1.4 2.3.1.5 2.4 2.5 3 4 5 5.1 5.2 6 6.1 6.2',
  'draft-koster-rep-00':
    '1 1.1 2 2.1 2.2 2.2.1 2.2.2 2.2.3 2.2.4 2.3 2.3.1 2.3.1.1 2.3.1.2 2.3.1.3 2.3.1.4 2.3.1.5 2.4 2.5 2.6 2.7 3 3.1 3.2 4 4.1 4.2',
  'Koster 1996': '1 2 3 3.1 3.2 3.2.1 3.2.2 3.3 3.4 4 4.1 4.2 5 6 7 8',
  'RFC 959': '4.2.1 5.3',
  'RFC 1035': '3.5 4.1.2',
  'RFC 1738': '3.2',
  'RFC 1950': '2.2',
  'RFC 1951': '3.2.4',
  'RFC 1952': '2.2 2.3 2.3.1',
  'RFC 2606': '2',
  'RFC 3596': '2.5',
  'RFC 3629': '4 6',
  'RFC 3986': '2.2 2.3 4.2 6.2.2 6.2.2.1',
  'RFC 4291': '2.4 2.5.1 2.5.5.2',
  'RFC 4180': '2',
  'RFC 1034': '3.1',
  'RFC 4648': '4 5 6',
  'RFC 5234': '2.3',
  'RFC 6052': '2.1',
  'RFC 6066': '3',
  'RFC 6585': '4',
  'RFC 6761': '6.3 6.4',
  'RFC 7541': '6.2.2',
  'RFC 8259': '8.1',
  'RFC 8305': '3 4 5',
  'RFC 8470': '5.2',
  'RFC 8878': '3.1 3.1.1 3.1.1.1 3.1.1.1.1 3.1.1.2 3.1.1.2.4 3.1.2',
  'RFC 822': '5',
  'RFC 6265': '5.1.1',
  'RFC 9110':
    '5.1 5.3 5.5 5.6.2 5.6.3 5.6.7 6.4.1 8.4 8.6 9.3.6 10.1.2 10.1.5 10.2.3 13 13.1 13.1.5 14 14.1.2 14.4 15 15.2 15.3.7 15.4 15.4.5 15.5.9',
  'RFC 9111': '3.2 4.1 4.2 4.2.1 4.2.3 4.3.4 5.1 5.2 5.2.2.5 5.3 5.4',
  'RFC 9112': '3 3.2.2 4 5.2 6.1 6.3 7.1',
  'RFC 9113': '3.4 4 6',
  'RFC 9659': '3',
  'RFC 9651':
    '3.2 3.3 4.2 4.2.1.1 4.2.1.2 4.2.2 4.2.3.1 4.2.3.2 4.2.3.3 4.2.4 4.2.5 4.2.7 4.2.8 4.2.9 4.2.10',
  'ECMA-48': '8.3.41 8.3.117',
};

/** The headings of Google's page, which numbers none. */
export const GOOGLE_HEADINGS: readonly string[] = [
  'What is a robots.txt file',
  'File location and range of validity',
  'Examples of valid robots.txt URLs',
  'Handling of errors and HTTP status codes',
  'Caching',
  'File format',
  'Syntax',
  'user-agent',
  'disallow',
  'allow',
  'sitemap',
  'Grouping of lines and rules',
  'Order of precedence for user agents',
  'URL matching based on path values',
  'Order of precedence for rules',
];

/** The sections of a cited document, or `undefined` if it is unknown. A page of `docs` has the sections that its headings number. */
export function sectionsOf(document: string): readonly string[] | undefined {
  if (!document.startsWith('docs/')) return NUMBERED[document]?.split(' ');
  if (!existsSync(document)) return undefined;
  const headings = readFileSync(document, 'utf8').matchAll(/^#+ ([0-9]+(?:\.[0-9]+)*) .+$/gm);
  return Array.from(headings, ([, number]) => number);
}
