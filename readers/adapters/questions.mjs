/** The questions of standard input, and the answers on standard output: `robotstream check --batch` has the same lines. */

/**
 * Answers the questions one by one.
 *
 * @param {(body: Buffer, agent: string, url: string) => boolean | undefined | Promise<boolean>} isAllowed undefined: the program has no answer
 */
export async function answerEach(isAllowed) {
  for await (const { id, body, agent, url } of questions()) {
    try {
      const allowed = await isAllowed(body, agent, url);
      if (allowed === undefined) writeError(id, 'no-answer', 'The program returns none.');
      else writeAnswer(id, allowed);
    } catch (error) {
      writeError(id, 'threw', String(error));
    }
  }
}

/** The questions, with the same body for consecutive ones about the same file. */
export async function* questions() {
  let asked;
  let body;
  for await (const line of lines()) {
    const question = JSON.parse(line);
    const text = question.bodyBase64 ?? question.body;
    if (body === undefined || text !== asked) {
      asked = text;
      body = Buffer.from(text, question.bodyBase64 === undefined ? 'utf8' : 'base64');
    }
    yield { id: question.id, body, agent: question.agents[0], url: question.url };
  }
}

/** @param {boolean} allowed */
export function writeAnswer(id, allowed) {
  process.stdout.write(`${JSON.stringify({ id, allowed })}\n`);
}

export function writeError(id, code, message) {
  process.stdout.write(`${JSON.stringify({ id, error: { code, message } })}\n`);
}

async function* lines() {
  let rest = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    const parts = `${rest}${chunk}`.split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}
