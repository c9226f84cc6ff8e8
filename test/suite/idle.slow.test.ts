/** No matching case is idle: each fails for some fault of the small matcher, or says why it stays. */
import { expect, test } from 'vitest';
import { bodyOf, type MatchingCase, matchingCases, rightVerdicts } from '../conformance/suite.js';
import { toOctetString } from '../reference/octets.js';
import { brokenVerdict, FAULTS, type Fault } from './faults.js';
import { type Parts, SOUND } from './parts/sound.js';

/** Faults that concern no limit are not tried with longer files. */
const MAX_OCTETS = 2000;

/** A fault that fails more of the cases says nothing about one of them. */
const MAX_SHARE = 0.5;

interface Question {
  readonly one: MatchingCase;
  readonly body: string;
  /** The verdict of the sound matcher. */
  readonly sound: string;
}

const QUESTIONS: readonly Question[] = matchingCases().map((one) => {
  const body = toOctetString(bodyOf(one));
  return { one, body, sound: verdict(SOUND, { one, body }) };
});

function verdict(parts: Parts, { one, body }: Omit<Question, 'sound'>): string {
  const { allowed, line } = brokenVerdict(parts, body, one.agents, one.url, one.profile) ?? {};
  return `${allowed} ${line}`;
}

/** A case in dispute is noticed if the side changes that the matcher takes. */
function fails({ parts, isAboutLimits }: Fault, question: Question): boolean {
  if (question.body.length > MAX_OCTETS && !isAboutLimits) return false;
  return verdict(parts, question) !== question.sound;
}

test('the small matcher passes the cases with large files, too', () => {
  const wrong = QUESTIONS.filter((question) => {
    const right = rightVerdicts(question.one).map(({ allowed, line }) => `${allowed} ${line}`);
    return !right.includes(question.sound);
  });
  expect(wrong.map(({ one }) => one.id)).toEqual([]);
});

/** The faults that can fail a case. Those that fail most of a sample come first, so that few cases are left for the others. */
function byShare(sample: readonly Question[]): { readonly fault: Fault; readonly count: number }[] {
  const counted = FAULTS.map((fault) => ({
    fault,
    count: sample.filter((question) => fails(fault, question)).length,
  }));
  return counted.filter(({ count }) => count <= sample.length * MAX_SHARE).sort((a, b) => b.count - a.count);
}

test('each case fails for a fault, or says why it stays; so each requirement has a fault', () => {
  const sample = QUESTIONS.filter(({ body }, i) => i % 20 === 0 && body.length <= MAX_OCTETS);
  let idle = QUESTIONS.filter(({ one }) => one.stays === undefined);
  const bitten = new Set<string>();
  for (const { fault } of byShare(sample)) {
    idle = idle.filter((question) => {
      if (!fails(fault, question)) return true;
      bitten.add(question.one.requirement);
      return false;
    });
  }
  expect(idle.map(({ one }) => `${one.id}: ${one.why}`)).toEqual([]);
  const requirements = new Set(QUESTIONS.map(({ one }) => one.requirement));
  expect([...requirements].filter((requirement) => !bitten.has(requirement))).toEqual([]);
});
