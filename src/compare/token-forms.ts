/**
 * What each token of a URL becomes in the form in which a profile compares URLs with patterns. The matcher's own reading
 * of URLs is asked, so that the two cannot differ.
 */
import type { Form } from '../match/url/octet-kinds.js';
import { requestPath } from '../match/url/request-path.js';
import { TOKENS } from './url-domain.js';

/** The octets of every token, by its index in {@link TOKENS}; each character is one octet. */
export interface TokenForms {
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
}

const known = new Map<Form, TokenForms>();

/** The forms of all tokens. Made once a form. */
export function tokenForms(form: Form): TokenForms {
  let forms = known.get(form);
  if (forms === undefined) {
    forms = { inPath: formsAfter('/x', form), inQuery: formsAfter('/?x', form) };
    known.set(form, forms);
  }
  return forms;
}

/** The token's form between two letters that every form leaves alone; the second ends a `%` that begins no escape. */
function formsAfter(before: string, form: Form): string[] {
  const start = requestPath(before, form).length;
  return TOKENS.map(({ text }) => requestPath(`${before}${text}x`, form).slice(start, -1));
}
