/**
 * The cases of servers as `conformance/README.md` describes them: scripts of questions, requests and answers.
 */
import { InputError } from '../../../command-line/src/exit.js';
import { type CaseFacts, factsOf, list, membersOf, text, wholeNumber } from '../suite/cases.js';

/** What goes wrong in place of an answer. With `cut`, the answer begins. */
export const FAILURES = ['dns', 'refused', 'timeout', 'reset', 'tls', 'invalid', 'cut'] as const;

export type ServerFailure = (typeof FAILURES)[number];

export type Headers = { readonly [name: string]: string };

/** What the server answers. */
export interface ServerAnswer {
  /** 0 if there is no answer. */
  readonly status: number;
  readonly headers: Headers;
  /** The octets as they are sent. */
  readonly body: Buffer;
  /** Null if nothing goes wrong. */
  readonly failure: ServerFailure | null;
}

/** A request that a question causes. */
export interface ExpectedRequest {
  readonly url: string;
  /** Header fields that it must have. */
  readonly headers: Headers;
  readonly answer: ServerAnswer;
}

export interface Step {
  /** Seconds since the start of the script. */
  readonly at: number;
  readonly url: string;
  readonly requests: readonly ExpectedRequest[];
  readonly allowed: boolean;
  readonly line: number;
}

export interface ServerCase extends CaseFacts {
  readonly agents: readonly string[];
  /** The script of the case, or in a dispute the scripts of all sides. */
  readonly scripts: readonly Script[];
}

/** A script that the proxy plays to a program. */
export interface Script {
  /** The side of a dispute whose script this is; null if there is none. */
  readonly source: string | null;
  readonly steps: readonly Step[];
}

type Members = ReturnType<typeof membersOf>;

/** @throws {InputError} if it is not a case; `place` says where it is */
export function serverCaseOf(value: unknown, place: string): ServerCase {
  const members = membersOf(value, place);
  const facts = factsOf(members, place);
  const at = `${place}, ${facts.id}`;
  return {
    ...facts,
    agents: list(members, 'agents', at).map((agent) => text({ agents: agent }, 'agents', at)),
    scripts:
      facts.class === 'disputed'
        ? list(members, 'answers', at).map((side) => sideOf(membersOf(side, at), at))
        : [{ source: null, steps: stepsOf(members, at) }],
  };
}

function sideOf(members: Members, place: string): Script {
  const source = text(members, 'source', place);
  return { source, steps: stepsOf(members, `${place}, ${source}`) };
}

function stepsOf(members: Members, place: string): Step[] {
  return list(members, 'steps', place).map((step, index) => stepOf(step, `${place}, step ${index + 1}`));
}

function stepOf(value: unknown, place: string): Step {
  const members = membersOf(value, place);
  const { allowed } = members;
  if (typeof allowed !== 'boolean') throw new InputError(`${place}: "allowed" is not true or false`);
  return {
    at: wholeNumber(members, 'at', place),
    url: text(members, 'url', place),
    requests: list(members, 'requests', place).map((request) => requestOf(request, place)),
    allowed,
    line: wholeNumber(members, 'line', place),
  };
}

function requestOf(value: unknown, place: string): ExpectedRequest {
  const members = membersOf(value, place);
  return {
    url: text(members, 'url', place),
    headers: headersOf(members, place),
    answer: answerOf(membersOf(members.answer, `${place}, answer`), place),
  };
}

function answerOf(members: Members, place: string): ServerAnswer {
  const { failure, body, bodyBase64, status } = members;
  const known = FAILURES.find((name) => name === failure);
  if (failure !== undefined && known === undefined) {
    throw new InputError(
      `${place}: "failure" is ${JSON.stringify(failure)}; one of ${FAILURES.join(', ')} is expected`,
    );
  }
  return {
    status: status === undefined ? 0 : wholeNumber(members, 'status', place),
    headers: headersOf(members, place),
    body:
      bodyBase64 === undefined
        ? Buffer.from(body === undefined ? '' : text(members, 'body', place))
        : Buffer.from(text(members, 'bodyBase64', place), 'base64'),
    failure: known ?? null,
  };
}

function headersOf(members: Members, place: string): Headers {
  if (members.headers === undefined) return {};
  const headers = membersOf(members.headers, place);
  return Object.fromEntries(Object.keys(headers).map((name) => [name, text(headers, name, place)]));
}

/** The hosts of all URLs of a case, without ports. */
export function hostsOf({ scripts }: ServerCase): readonly string[] {
  const steps = scripts.flatMap((script) => script.steps);
  const urls = steps.flatMap(({ url, requests }) => [url, ...requests.map((request) => request.url)]);
  return urls.map((url) => new URL(url).hostname);
}
