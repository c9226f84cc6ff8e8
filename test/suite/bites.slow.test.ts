/** The matching cases bite, and no more than they should, by a small matcher that can be broken in many ways. */
import { expect, test } from 'vitest';
import { bodyOf, type MatchingCase, matchingCases, rightVerdicts } from '../conformance/suite.js';
import { toOctetString } from '../reference/octets.js';
import { brokenVerdict, FAULTS, type Fault } from './faults.js';
import { type Parts, SOUND } from './parts/sound.js';
import WITNESSES from './witnesses.json' with { type: 'json' };

/** Faults that concern no limit are not tried with longer files. */
const MAX_OCTETS = 2000;

/** A fault that fails more of the cases says nothing about one of them. */
const MAX_SHARE = 0.5;

/** An octet that no case has as a special character. */
const NEVER = '\u0000';

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

/** Whether a verdict is right; in a dispute, each side's is. */
function isRight(given: string, { one }: Question): boolean {
  return rightVerdicts(one).some(({ allowed, line }) => given === `${allowed} ${line}`);
}

/** A case in dispute is noticed if the side changes that the matcher takes. */
function fails({ parts, isAboutLimits }: Fault, question: Question): boolean {
  if (question.body.length > MAX_OCTETS && !isAboutLimits) return false;
  return verdict(parts, question) !== question.sound;
}

test('the small matcher passes every case', () => {
  expect(QUESTIONS.length).toBeGreaterThan(5000);
  expect(QUESTIONS.filter((one) => !isRight(one.sound, one)).map(({ one }) => one.id)).toEqual([]);
});

test('each of more than 120 faults fails the case that witnesses.json names', () => {
  const witnesses: Readonly<Record<string, string>> = WITNESSES;
  const byId = new Map(QUESTIONS.map((question) => [question.one.id, question]));
  expect(FAULTS.length).toBeGreaterThan(120);
  const unnoticed = FAULTS.filter(({ name, parts }) => {
    const witness = byId.get(witnesses[name] ?? '');
    return witness === undefined || isRight(verdict(parts, witness), witness);
  });
  expect(unnoticed.map(({ name }) => `${name}: ${witnesses[name]}`)).toEqual([]);
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

/** Features that many programs lack, and the requirements that are about them. */
test.each<[string, Partial<Parts>, RegExp]>([
  ['$', { anchor: NEVER }, /-2\.2\.3-|-5\.1-simple|-2\.2\.2-equivalent|-(path-table|precedence|wildcards)$/],
  [
    '*',
    { star: NEVER },
    /-2\.2\.3-|-5\.1-simple|-2\.2\.2-(equivalent|first-octet)|-(path-table|precedence|wildcards)$/,
  ],
  [
    'precedence by length',
    { takesFirst: () => true },
    /-2\.2\.2-(most|equivalent|deduplicate)|-2\.2\.1-combine|longest$|-5\.1-simple|-precedence$|-syntax-empty-path$/,
  ],
])('a matcher without %s fails no required case about something else', (_, part, about) => {
  const failing = QUESTIONS.filter(({ one, body }) => {
    if (one.class !== 'required' || about.test(one.requirement) || body.length > 10 * MAX_OCTETS)
      return false;
    return !verdict({ ...SOUND, ...part }, { one, body }).startsWith(`${one.allowed} `);
  });
  expect(failing.map(({ one }) => `${one.id}: ${one.why}`)).toEqual([]);
});
