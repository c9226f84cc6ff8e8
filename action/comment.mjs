/**
 * Comments on a pull request with what the action has found. The comment has a section for each file, and each run replaces that of its own file. If
 * nothing changed, there is no comment.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';

/** Marks the action's own comment, to find it again. */
const MARK = '<!-- robotstream -->';

/** The first line of the section of a file. All other lines of a section are headings of this program, or indented. */
const SECTION = /^<!-- file: (\S+) -->\r?\n/gm;

/** How many characters all sections have together. A comment on GitHub may have 65,536. */
const MAX_CHARACTERS = 60_000;

const CUT_NOTE = '\nThe rest is in the summary of the job.\n';

/** How often a run writes the comment until it has its section: another job may write it at the same time. */
const MAX_TRIES = 5;

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
  return response.status === 204 ? null : response.json();
}

/** The first comment that a run of the action made; undefined if there is none. */
async function earlierComment(comments) {
  for (let page = 1; ; page++) {
    const some = await ask('GET', `${comments}?per_page=100&page=${page}`);
    const found = some.find(({ body }) => body?.startsWith(MARK));
    if (found !== undefined || some.length < 100) return found;
  }
}

/** The sections of a comment, by the keys of their files. */
function sectionsOf(body) {
  const [, ...parts] = body.split(SECTION);
  const sections = new Map();
  for (let i = 0; i < parts.length; i += 2) sections.set(parts[i], parts[i + 1].trimEnd());
  return sections;
}

/** What this run found. Lines are indented, so that nothing in them can end the block, begin a section or mention anyone. */
function ownSection(file, lines) {
  const name = file.replaceAll(/[^\w./-]/g, '?');
  const heading =
    {
      true: `This changes what crawlers may fetch (${name}):`,
      false: `Every crawler may fetch the same URLs as before (${name}).`,
    }[CHANGED] ?? `What crawlers may fetch cannot be compared (${name}); the log of the job says why.`;
  return `${heading}\n\n${lines.trimEnd().replaceAll(/^/gm, '    ')}`.trimEnd();
}

/** The whole comment. Of sections that are too long, the ends are cut. */
function bodyOf(sections) {
  const limit = Math.floor(MAX_CHARACTERS / sections.size);
  const shown = [...sections]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, section]) => `<!-- file: ${key} -->\n${cut(section, limit)}\n`);
  return `${MARK}\n${shown.join('\n')}`;
}

function cut(section, limit) {
  if (section.length <= limit) return section;
  const kept = section.slice(0, section.lastIndexOf('\n', limit - CUT_NOTE.length));
  return `${kept}\n${CUT_NOTE}`.trimEnd();
}

/** Puts the section of a file into the comment, until it is there. */
async function comment(repository, number, key, section) {
  const comments = `${repository}/issues/${number}/comments`;
  let posted;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const earlier = await earlierComment(comments);
    const sections = sectionsOf(earlier?.body ?? '');
    if (CHANGED !== 'true' && !sections.has(key)) return;
    sections.set(key, section);
    const body = bodyOf(sections);
    // Another job was first to comment.
    if (posted !== undefined && earlier !== undefined && earlier.id !== posted) {
      await ask('DELETE', `${repository}/issues/comments/${posted}`);
      posted = undefined;
    }
    if (earlier === undefined) ({ id: posted } = await ask('POST', comments, { body }));
    else if (earlier.body.replaceAll('\r\n', '\n') === body) return;
    else await ask('PATCH', `${repository}/issues/comments/${earlier.id}`, { body });
  }
}

try {
  const { number } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8')).pull_request;
  const file = relative(process.cwd(), INPUT_FILE);
  const section = ownSection(file, readFileSync(process.argv[2], 'utf8'));
  await comment(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}`, number, encodeURIComponent(file), section);
} catch (error) {
  // The token of a fork may not comment. The summary of the job has the same lines.
  const why = error instanceof Error ? error.message : String(error);
  process.stdout.write(
    `::warning::robotstream cannot comment on the pull request: ${why.replaceAll(/[\r\n%]/g, ' ')}\n`,
  );
}
