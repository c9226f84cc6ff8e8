/**
 * A sentence about a file that is not a robots.txt, such as an HTML page or a picture. Every command that reads a file prints it.
 */
import { type FileKind, fileKind, type RobotsDocument } from 'robotstream';
import { FILE_KIND_NAMES } from 'robotstream/crawlers/internal';
import { count } from '../../command-line/src/terminal.js';

/** By document, because a list may have a million URLs of one file. */
const kinds = new WeakMap<RobotsDocument, FileKind | null>();

/** The kind of a file that is not a robots.txt; `null` if it may be a robots.txt. */
export function kindOf(document: RobotsDocument): FileKind | null {
  let kind = kinds.get(document);
  if (kind === undefined) {
    kind = fileKind(document.octets) ?? null;
    kinds.set(document, kind);
  }
  return kind;
}

/** Says that a file is not a robots.txt, and how many rules crawlers still read in it; `null` if it may be a robots.txt. */
export function kindNotice(document: RobotsDocument): string | null {
  const kind = kindOf(document);
  if (kind === null) return null;
  const rules = Math.max(
    ...(['rfc9309', 'google'] as const).map((profile) =>
      document.groupsUnder(profile).reduce((sum, group) => sum + group.rules.length, 0),
    ),
  );
  const read =
    rules === 0 ? 'crawlers read no rule in it' : `crawlers read ${count(rules, 'rule')} in it all the same`;
  return `this is ${FILE_KIND_NAMES[kind]}, not a robots.txt; ${read}`;
}
