/** Finds the citations in a file, and what is wrong with them. */
import { GOOGLE_HEADINGS, sectionsOf } from './documents.js';

/** A space, or a line break and the marks of a comment that goes on. */
const GAP = String.raw`(?:[ \n]|\*(?!/)|//)+`;

const DOCUMENT = `RFC${GAP}[0-9]+|ECMA-[0-9]+|draft-koster-rep-00|Koster${GAP}1996|docs/[\\w-]+\\.md`;
const SECTION = '§ ?(?<section>[0-9]+(?:\\.[0-9]+)*)?(?<range>[-–]§?[0-9]+)?';
const GOOGLE = `Google[’']s${GAP}page,${GAP}(?<headings>"[^"]+"(?:,?${GAP}and${GAP}"[^"]+")?)`;
const CITATION = new RegExp(`(?:(?<document>${DOCUMENT})[\x60*]*,?${GAP})?${SECTION}|${GOOGLE}`, 'g');

/** What joins the sections of one citation: `§2.2, §2.3 and §2.4`. */
const JOINT = new RegExp(`^[,;]?(?:${GAP}(?:and|or|to))?${GAP}$`);

/** References that only the developers of the project could resolve. */
const PRIVATE = ['seeds? 0[0-9]{2}', 'the seeds', 'issues? #?[0-9]', '(?<![\\w/-])semantics(?:\\.md)? §'].map(
  (pattern) => new RegExp(`\\b${pattern.replaceAll(' ', GAP)}`, 'gi'),
);

/**
 * The citations of a file that do not resolve, a line each.
 *
 * A section without a document belongs to the document cited before it. In a page that numbers its own sections it is one of
 * that page, unless it continues a citation.
 */
export function unresolvedCitations(path: string, text: string): string[] {
  const complaints: string[] = [];
  const complain = (place: number, complaint: string) => {
    complaints.push(`${path}:${text.slice(0, place).split('\n').length} ${complaint}`);
  };
  for (const match of PRIVATE.flatMap((pattern) => [...text.matchAll(pattern)])) {
    complain(
      match.index,
      `"${match[0]}" cannot be opened by readers; cite the document by title and section`,
    );
  }
  const own = path.startsWith('docs/') && (sectionsOf(path) ?? []).length > 0 ? path : undefined;
  let document = own;
  let end = 0;
  for (const match of text.matchAll(CITATION)) {
    const { document: named, section, range, headings } = match.groups ?? {};
    if (headings !== undefined) {
      for (const [, heading = ''] of headings.matchAll(/"([^"]+)"/g)) {
        if (!GOOGLE_HEADINGS.includes(inOneLine(heading)))
          complain(match.index, `Google's page has no "${heading}"`);
      }
      continue;
    }
    if (named !== undefined) document = inOneLine(named);
    else if (own !== undefined && !JOINT.test(text.slice(end, match.index))) document = own;
    end = match.index + match[0].length;
    const complaint = complaintAbout(document, section, range);
    if (complaint !== undefined) complain(match.index, complaint);
  }
  return complaints;
}

function complaintAbout(document?: string, section?: string, range?: string): string | undefined {
  if (section === undefined) return '§ without a number';
  if (range !== undefined) return `§${section}${range}: write both sections, joined by "to"`;
  if (document === undefined) return `§${section} without a document`;
  const sections = sectionsOf(document);
  if (sections === undefined) return `${document} is not in test/docs/documents.ts`;
  return sections.includes(section) ? undefined : `${document} has no §${section}`;
}

function inOneLine(text: string): string {
  return text.replaceAll(new RegExp(GAP, 'g'), ' ');
}
