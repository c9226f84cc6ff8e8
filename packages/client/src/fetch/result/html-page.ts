/**
 * HTML pages in place of a robots.txt, as firewalls, logins, and sites that answer every path send them. The option `html` says how to
 * treat them.
 */
import type { RobotsDocument } from 'robotstream';
import { fileKind, fileOf } from 'robotstream/internal';
import { AccessError } from '../faults.js';
import type { Settings } from '../settings.js';
import { type AccessFacts, type AccessResult, success, unavailable, unreachable } from './result.js';

/** The result of a 2xx response: the file, or what the option `html` makes of a page. */
export function fileOrPage(
  facts: AccessFacts,
  document: RobotsDocument,
  { html, profile }: Pick<Settings, 'html' | 'profile'>,
  cause: AccessError | null = null,
): AccessResult {
  if (html === 'rules' || !isPlainlyHtml(document)) return success(facts, document, cause);
  const { access } = profile;
  const page = new AccessError('html-page', `${facts.finalUrl} is an HTML page, not a robots.txt`);
  return html === 'unavailable'
    ? unavailable(facts, access, 'allow-all', page)
    : unreachable(facts, access, page);
}

/**
 * Whether a file is an HTML page and nothing else: it begins with a document type or a tag of HTML, and has neither a group nor a sitemap.
 * A page with a line that can be read as a rule counts as a robots.txt, because the rule may be intended.
 */
export function isPlainlyHtml(document: RobotsDocument): boolean {
  if (fileKind(fileOf(document).octets) !== 'html') return false;
  return document.groups.length === 0 && document.sitemaps.length === 0;
}
