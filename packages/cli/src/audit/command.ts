/**
 * `robotstream audit`: which crawlers fetched what robots.txt forbids?
 */
import { AUDIT_CLASSES, type AuditReport, auditLogs, auditPage, LOG_FORMATS } from '@robotstream/audit';
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext } from '../../../command-line/src/command.js';
import { EXIT, type ExitCode, InputError, untilInterrupted } from '../../../command-line/src/exit.js';
import { print } from '../../../command-line/src/output.js';
import { count, excerpt, jsonText, styleFor } from '../../../command-line/src/terminal.js';
import { writeText } from '../input.js';
import { ProgressLine, SECOND_MS } from '../progress-line.js';
import { reportLines } from './report-csv.js';
import { orderWarning, reportText } from './report-text.js';
import { type AuditRequest, FAIL_CONDITIONS, failsOn, requestOf } from './request.js';

export const auditCommand: Command = {
  usage: [{ operands: 'FILE...' }],
  about:
    'Reads access logs, and judges the requests of each crawler by the robots.txt that was in force when they came.\n' +
    'FILE is a log, - is standard input. Logs that are compressed with gzip or Zstandard are recognized by their first bytes, and several are read in the order of time. One file must be in that order: what was written by several servers is given as several files. A crawler of the registry is judged as it reads robots.txt.\n' +
    'A request that robots.txt forbids is excused while the rule is younger than the grace: crawlers may keep a robots.txt for 24 hours (RFC 9309 §2.4).',
  options: {
    robots: {
      value: 'PATH',
      repeatable: true,
      help: 'The robots.txt: a file, or a folder of versions with the date since when each is in force in its name, such as 2026-11-24.txt. HOST=PATH is that of a virtual host; a folder may also have a folder for each host.',
    },
    'robots-git': {
      value: 'PATH',
      repeatable: true,
      help: 'The robots.txt in a git repository: a version for each commit of the current branch that changed it. HOST=PATH is that of a virtual host.',
    },
    'log-format': {
      value: 'NAME',
      choices: Object.keys(LOG_FORMATS),
      help: `The format of the logs: ${Object.keys(LOG_FORMATS).join(', ')}, or a pattern of Apache or nginx. Default: recognised by the first lines.`,
    },
    grace: {
      value: 'TIME',
      help: 'How long a crawler may not know a change, such as 90m, 24h or 2d. Default: 24h.',
    },
    ranges: {
      value: 'FILE',
      repeatable: true,
      help: "The addresses of crawlers: an operator's list, such as gptbot.json, named as the operator names it. NAME=FILE says whose it is.",
    },
    'verify-dns': {
      help: 'Look up the names of addresses, for operators that document them; each address once, 10,000 at most.',
    },
    json: { help: 'Print one JSON object.' },
    csv: { excludes: 'json', help: 'Print comma-separated values: a line for each crawler.' },
    html: { value: 'FILE', help: 'Write a page with charts, which loads nothing, to FILE.' },
    addresses: { help: 'Put the addresses with the most requests into the report. By default it has none.' },
    'fail-on': {
      value: 'CLASS',
      choices: FAIL_CONDITIONS,
      repeatable: true,
      help: `Exit with code 1 if a crawler is of this class: ${FAIL_CONDITIONS.join(', ')}. disobeys also stands for disobeys-after-asking, and for never-asked with requests that are forbidden.`,
    },
  },
  sections: () => [
    ['formats', Object.entries(LOG_FORMATS)],
    ['classes', Object.entries(AUDIT_CLASSES)],
    [
      'output with --json',
      `{"crawlers", "lines", "unread", "outOfOrder", "from", "to", …}. Each crawler: {"crawler", "claimed", "verified", "spoofed", "requests", "allowed", "disallowed", "excused", "robotsFetches", "class", …}; requests = allowed + disallowed + excused, without those for /robots.txt, which claimed has, too. verified and spoofed are null if no address was checked. docs/audit.md describes all members.`,
    ],
  ],
  exitCodes: {
    0: 'the report was printed',
    1: 'a crawler is of a class that --fail-on names',
    2: 'wrong usage, a file that cannot be read, or logs of which no line can be read',
  },
  examples: [
    'robotstream audit access.log.gz --robots robots.txt',
    'robotstream audit /var/log/nginx/access.log* --robots history/ --json',
    'robotstream audit - --log-format cloudfront --robots robots.txt --html report.html < log',
    'robotstream audit access.log --robots-git www/robots.txt --ranges gptbot.json --fail-on disobeys',
  ],
  run,
};

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const request = await requestOf(args, context);
  return untilInterrupted(async (signal) => {
    const report = await reportOf(request, signal, context);
    if (request.html !== undefined) await writeText(request.html, auditPage(report));
    await print(context.stdout, textsOf(report, request, context));
    // Nothing is known of any crawler then, so a job of CI must not take it for well.
    if (report.lines > 0 && report.unread === report.lines)
      throw new InputError('no line of the logs can be read; --log-format names their format');
    return request.failOn.some((condition) => failsOn(condition, report)) ? EXIT.findings : EXIT.fine;
  });
}

async function reportOf(
  { inputs, options, output }: AuditRequest,
  signal: AbortSignal,
  { stderr }: CommandContext,
): Promise<AuditReport> {
  const progress = new ProgressLine({ stderr });
  try {
    const report = await auditLogs(inputs, {
      ...options,
      signal,
      onProgress: (lines) => {
        if (!progress.isTerminal || !progress.isDue()) return;
        const perSecond = Math.round(lines / (progress.elapsedMs / SECOND_MS));
        progress.show(`${count(lines, 'line')} · ${count(perSecond, 'line')}/s`);
      },
      onFault: (name, message) =>
        progress.print(`robotstream: warning: ${excerpt(name)}: ${excerpt(message)}\n`),
    });
    if (report.isPartial) progress.print('robotstream: stopped; the report is about what was read\n');
    if (output !== 'text' && report.outOfOrder > 0)
      progress.print(`robotstream: warning: ${orderWarning(report.outOfOrder)}\n`);
    return report;
  } catch (error) {
    // A version of Node may have no Zstandard.
    if (error instanceof Error && (error instanceof RangeError || error.message.includes('has no Zstandard')))
      throw new InputError(error.message, { cause: error });
    throw error;
  } finally {
    progress.end();
  }
}

function textsOf(report: AuditReport, request: AuditRequest, context: CommandContext): Iterable<string> {
  if (request.output === 'json') return [`${jsonText(report)}\n`];
  if (request.output === 'csv') return reportLines(report);
  return reportText(report, context.stdout, styleFor(context));
}
