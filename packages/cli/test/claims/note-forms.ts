/** What commands print on standard error about a file and about names. */
import { nameHint } from 'robotstream/crawlers';
import type { Forms } from './forms.js';
import type { NaiveFile } from './naive-crawler.js';

export interface NoteScope {
  /** The files of the command line by their names. */
  readonly files: ReadonlyMap<string, NaiveFile>;
  /** How many crawlers that the files name are left out. */
  readonly leftOut: number;
}

export const NOTE_FORMS: Forms<NoteScope> = {
  'another kind of file': {
    lines:
      /robotstream: (?<name>\S+): this is (?<kind>.*), not a robots\.txt; crawlers read (?:no rule in it|(?<rules>[\d,]+) rules? in it all the same)\n/,
    check: ({ name = '', rules = '0' }, { files }) => {
      const file = files.get(name);
      if (file === undefined) return 'no such file';
      const most = Math.max(
        ...(['rfc9309', 'google'] as const).map((profile) =>
          file.groupsUnder(profile).reduce((sum, group) => sum + group.rules.length, 0),
        ),
      );
      return Number(rules.replaceAll(',', '')) === most ? null : `they read ${most}`;
    },
  },
  'names left out': {
    lines:
      /robotstream: note: (?<count>[\d,]+) more (?:names? in the file; --agent reports on any of them|crawlers that the files name are not compared; name them by --agent)\n/,
    check: ({ count = '' }, { leftOut }) =>
      Number(count.replaceAll(',', '')) === leftOut ? null : `they are ${leftOut}`,
  },
  'a name': {
    lines: /robotstream: note: (?<sentence>.*)\n/,
    check: ({ sentence = '' }) => {
      const name = /"(.+?)"/.exec(sentence)?.[1] ?? sentence.split(' ', 1)[0] ?? '';
      return nameHint(name)?.sentence === sentence ? null : 'the registry says something else';
    },
  },
};
