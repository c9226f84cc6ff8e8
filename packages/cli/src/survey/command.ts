/**
 * `robotstream survey`: archives of captures to tables.
 */
import { INPUT_FAULTS, TABLES } from '@robotstream/survey';
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext } from '../../../command-line/src/command.js';
import { type ExitCode, untilInterrupted } from '../../../command-line/src/exit.js';
import { surveyIntoFolder } from './into-folder.js';
import { QUESTION_OPTIONS, READING_INPUT_OPTIONS, requestOf } from './request.js';
import { surveyToOutput } from './to-output.js';

export const surveyCommand: Command = {
  usage: [
    { operands: 'INPUT...', without: ['out'] },
    { operands: 'INPUT...', needs: ['out'] },
  ],
  about:
    'Reads archives of robots.txt files and makes tables: what each capture is, and what each crawler may fetch.\n' +
    'INPUT is a WARC file (.warc, .warc.gz, .warc.zst), captures as NDJSON, a tar archive or a folder of files named by their hosts, - for standard input, or an http, https or s3 URL of one of these. The format is recognized by its first bytes.\n' +
    'Without --out, rows are printed as NDJSON: {"table": "verdicts", "id", …}, with the columns of their table and the id that the capture has in its archive or its line. Each depends on its capture alone, so any engine can split the input, and repeat it. What cannot be read is a row of the table faults. With --out, each input becomes a part: one file for each table, DIR/TABLE/NAME-DIGEST.FORMAT, where DIGEST tells inputs with the same file name apart.',
  options: {
    ...QUESTION_OPTIONS,
    out: { value: 'DIR', help: 'The folder for the parts.' },
    ...READING_INPUT_OPTIONS,
    strict: { excludes: 'out', help: 'Without --out: exit with 1 if there are faults.' },
    resume: {
      needs: 'out',
      help: 'With --out: skip inputs whose parts are in DIR, unless they have changed.',
    },
  },
  sections: () => [
    ...Object.entries(TABLES).map(
      ([table, columns]) =>
        [
          `table ${table}`,
          Object.entries(columns).map(([name, { title }]) => [name, title] as const),
        ] as const,
    ),
    ['codes of the table faults', Object.entries(INPUT_FAULTS)],
  ],
  exitCodes: {
    0: 'every input was read to its end',
    1: 'an input has faults, parts of it that cannot be read; without --out only with --strict',
    2: 'wrong usage, or an input that cannot be read; the others are read, if there are any',
  },
  examples: [
    'robotstream survey crawl.warc.gz --agent GPTBot --agent ClaudeBot',
    'robotstream survey - --set ai --rows both < captures.ndjson',
    'robotstream survey *.warc.gz --set ai --path / --path /blog/ --out tables --jobs 4 --resume',
    'robotstream survey --inputs paths.gz --base https://data.commoncrawl.org/ --set ai --out tables',
  ],
  run,
};

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const request = await requestOf(args, context);
  if (request.folder !== undefined) return surveyIntoFolder(request, request.folder, context);
  return untilInterrupted((signal) => surveyToOutput(request, context, signal));
}
