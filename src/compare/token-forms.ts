/**
 * What each token of a URL becomes in the form in which a profile compares URLs with patterns. It calls the matcher's
 * own URL reader, so that the two cannot differ.
 */
import type { ForeignRules } from '../match/engine.js';
import { type Form, OCTET_KINDS } from '../match/octet-forms.js';
import { readRequestPath } from '../match/read-url.js';
import { latin1, octetsOf } from '../octets.js';
import type { Profile } from '../profiles.js';
import { PATH_ORIGIN } from '../urls.js';
import { TOKENS } from './url-domain.js';

/** The octets of every token, by its index in {@link TOKENS}; each character is one octet. */
export interface TokenForms {
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  /** Every octet that occurs in one of them. */
  readonly octets: ReadonlySet<string>;
}

const known = new Map<Form, TokenForms>();

/** The forms of all tokens. Made once a form. */
export function tokenForms(form: Form): TokenForms {
  let forms = known.get(form);
  if (forms === undefined) {
    forms = formsBy((path) => formOf(path, form));
    known.set(form, forms);
  }
  return forms;
}

/**
 * The forms of all tokens, as something brings paths into form.
 *
 * @param formOf gives a path's form, each character an octet
 */
function formsBy(formOf: (path: string) => string): TokenForms {
  const inPath = formsAfter('/x', formOf);
  const inQuery = formsAfter('/?x', formOf);
  return { inPath, inQuery, octets: new Set([...inPath, ...inQuery].flatMap((octets) => [...octets])) };
}

/** The token's form between two letters that every form leaves alone; the second ends a `%` that begins no escape. */
function formsAfter(before: string, formOf: (path: string) => string): string[] {
  const start = formOf(before).length;
  return TOKENS.map(({ text }) => formOf(`${before}${text}x`).slice(start, -1));
}

/** A path and query in a form, each character an octet. */
export function formOf(path: string, form: Form): string {
  const request = readRequestPath(PATH_ORIGIN + path, OCTET_KINDS[form]);
  return latin1(request.octets.subarray(request.start, request.end));
}

const knownOfReaders = new WeakMap<Profile, TokenForms>();

/**
 * What tokens become under a reader's profile, each by itself. Some readers do not take tokens one by one: an automaton made with these
 * is only about right.
 */
export function ownForms(profile: Profile, { target }: ForeignRules): TokenForms {
  let forms = knownOfReaders.get(profile);
  if (forms === undefined) {
    forms = formsBy((path) => latin1(octetsOf(target(PATH_ORIGIN + path) ?? path)));
    knownOfReaders.set(profile, forms);
  }
  return forms;
}
