/**
 * What the help of `check` says beside its options.
 */
import { ACCESS_REASONS, VERDICT_REASONS } from '../../index.js';
import { ANSWER_KEYS } from '../answer.js';
import { BATCH_FAILURES } from '../batch/failures.js';
import { columns } from '../columns.js';

const ANSWER = `{${['id', ...ANSWER_KEYS].map((key) => JSON.stringify(key)).join(', ')}}`;

const BATCH = `NDJSON in, NDJSON out, as a stream: in order, in bounded memory, each answer as soon as it is known.
in:   {"id", "body" | "bodyBase64", "agents": [...], "url" | "urls": [...]}
out:  ${ANSWER}
or:   {"id", "error": {"code", "message"}}
There is one line out for each URL, or one for a line that cannot be read; the rest goes on. Blank
lines are skipped. id is any JSON and comes back unchanged; null if there is none or it is not known.
body is text, read as UTF-8; bodyBase64 is octets. agents are product tokens, obeyed together. line,
directive and pattern are those of the deciding rule: 0, null and null if none decides.`;

export const CHECK_SECTIONS: readonly (readonly [title: string, text: string])[] = [
  [
    'output with --json',
    `${ANSWER.replace('}', ', "explanation"}')}
The keys are those of --batch. id is the position of the URL among those given, from 1. A URL that
cannot be judged is told on standard error alone. Where the robots.txt was fetched, these follow:
"access": what came of the last fetch, "success", "unavailable" or "unreachable"; "truncated": whether
the file was cut at the parsing limit; "provenance": {"robotsUrl", "finalUrl", "redirects", "source",
"outcome", "status", "fault", "faultMessage", "fetchedAt", "validatedAt", "ageMs", "freshness",
"freshUntil", "refreshAt", "unreachableSince", "failures"}, times in milliseconds since 1970.`,
  ],
  ['reasons', columns(Object.entries(VERDICT_REASONS))],
  ['reasons without a file, where the robots.txt was fetched', columns(Object.entries(ACCESS_REASONS))],
  ['--batch', BATCH],
  ['error codes of --batch', columns(Object.entries(BATCH_FAILURES))],
  [
    'exit code',
    `0  every URL is allowed; with --batch: every line and URL was answered, whatever the answer
1  a URL is disallowed, as it is where the robots.txt of its site is unreachable; not with --batch
2  wrong usage, a file that cannot be read, or a URL that cannot be judged (the others are judged);
   with --batch: there was an error line`,
  ],
  [
    'examples',
    `robotstream check robots.txt /private/ https://example.com/ --agent ExampleBot
robotstream check https://example.com/private/ --agent ExampleBot/2.1 --cache robots.sqlite
curl -s https://example.com/robots.txt | robotstream check - / --agent Googlebot --profile google
robotstream check --batch --profile google < questions.ndjson > answers.ndjson`,
  ],
];
