/**
 * Takes the place of `@codemirror/language` and `@lezer/common` in the page, by an alias of the build. `@codemirror/commands` imports them for
 * keys that indent programs or know their parentheses. The editor has none of these keys, so the page has no parsers of programming
 * languages, 18 kB.
 */

/** How many spaces a Backspace that deletes an indentation takes. */
export function getIndentUnit(): number {
  return 2;
}

/** For commands that no key of the editor runs. */
function needsLanguage(): never {
  throw new Error('this command needs a programming language, and the editor has none');
}

/** The only property that is read. */
export const NodeProp = { closedBy: null } as const;

export {
  needsLanguage as getIndentation,
  needsLanguage as IndentContext,
  needsLanguage as indentString,
  needsLanguage as indentUnit,
  needsLanguage as matchBrackets,
  needsLanguage as syntaxTree,
};
