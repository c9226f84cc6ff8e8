/**
 * Replaces CodeMirror's support for programming languages, which its commands import and a plain text does not need. With its
 * parser, it would be a tenth of the editor's code. Of these, only `getIndentUnit` is called, by the command that deletes a
 * character.
 */

const TWO_SPACES = 2;

export function getIndentUnit(): number {
  return TWO_SPACES;
}

function unused(): never {
  throw new Error('The editor has no commands for programming languages.');
}

export {
  unused as getIndentation,
  unused as IndentContext,
  unused as indentString,
  unused as indentUnit,
  unused as matchBrackets,
  unused as syntaxTree,
};
