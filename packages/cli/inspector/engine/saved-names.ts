/** What exported files are called, and the command that tests a robots.txt against one. */
import type { ReadingName } from './question.js';

/** The ending of a file of expectations. */
export const EXPECTATIONS_ENDING = '.expected';

/** The name of an exported file: that of the robots.txt without its folder or site, with another ending. It does not look like an option. */
export function savedName(fileName: string, ending: string): string {
  const last =
    fileName
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\.txt$/i, '') ?? '';
  return `${last.replaceAll(/[^\w.-]+/g, '-').replace(/^-+/, '') || 'robots'}${ending}`;
}

/** The command that tests a robots.txt against its exported expectations, as one line for a POSIX shell. */
export function testCommand(fileName: string, profile: ReadingName | undefined): string {
  const options = profile === undefined ? '' : ` --profile ${profile}`;
  return `robotstream test ${shellWord(fileName)} ${savedName(fileName, EXPECTATIONS_ENDING)}${options}`;
}

/** A file as one word of a command line that is no option. White space becomes a space, so that it stays one line. */
function shellWord(name: string): string {
  const oneLine = name.replaceAll(/\s+/g, ' ').replace(/^-/, './-');
  return /^[\w./:@%+,=-]+$/.test(oneLine) ? oneLine : `'${oneLine.replaceAll("'", "'\\''")}'`;
}
