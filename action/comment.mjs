/**
 * Comments on a pull request with what the action has found, or updates its earlier comment. If nothing changed, it makes no comment.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** Marks the action's own comment, to find it again. */
const MARK = '<!-- robotstream -->';

/** How many characters of lines fit into a comment on GitHub, with room for the text around them. */
const MAX_CHARACTERS = 60_000;

/** How long a response of the API may take, in milliseconds. */
const ANSWER_MS = 30_000;

const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_EVENT_PATH, INPUT_TOKEN, INPUT_FILE, CHANGED } =
  process.env;

/** Sends a request to the API and returns the response's JSON. */
async function ask(method, url, body) {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${INPUT_TOKEN}`,
      'content-type': 'application/json',
      'user-agent': 'robotstream-action',
      'x-github-api-version': '2022-11-28',
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname} answered ${response.status}`);
  return response.json();
}

/** The comment that an earlier run of the action made; undefined if there is none. */
async function earlierComment(comments) {
  for (let page = 1; ; page++) {
    const some = await ask('GET', `${comments}?per_page=100&page=${page}`);
    const found = some.find(({ body }) => body?.startsWith(MARK));
    if (found !== undefined || some.length < 100) return found;
  }
}

/** The body of the comment. Lines are indented, so that nothing in them can end the block or mention anyone. */
function commentOf(lines) {
  const cut = lines.length > MAX_CHARACTERS;
  const shown = cut ? lines.slice(0, lines.lastIndexOf('\n', MAX_CHARACTERS)) : lines;
  const block = shown.trimEnd().replaceAll(/^/gm, '    ');
  const file = INPUT_FILE.replaceAll(/[^\w./-]/g, '?');
  const heading =
    {
      true: `This changes what crawlers may fetch (${file}):`,
      false: `Every crawler may fetch the same URLs as before (${file}).`,
    }[CHANGED] ?? `What crawlers may fetch cannot be compared (${file}); the log of the job says why.`;
  return `${MARK}\n${heading}\n\n${block}\n${cut ? '\nThe rest is in the summary of the job.\n' : ''}`;
}

try {
  const { number } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8')).pull_request;
  const repository = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}`;
  const comments = `${repository}/issues/${number}/comments`;
  const earlier = await earlierComment(comments);
  if (CHANGED === 'true' || earlier !== undefined) {
    const body = commentOf(readFileSync(process.argv[2], 'utf8'));
    if (earlier === undefined) await ask('POST', comments, { body });
    else if (earlier.body !== body)
      await ask('PATCH', `${repository}/issues/comments/${earlier.id}`, { body });
  }
} catch (error) {
  // The token of a fork may not comment. The summary of the job has the same lines.
  const why = error instanceof Error ? error.message : String(error);
  process.stdout.write(
    `::warning::robotstream cannot comment on the pull request: ${why.replaceAll(/[\r\n%]/g, ' ')}\n`,
  );
}
