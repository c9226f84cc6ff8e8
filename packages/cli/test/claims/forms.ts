/**
 * Reads what the command prints by a table of forms. A form is a sentence, a row or a block of lines, with a checker of its claims, or the
 * reason why it claims nothing about verdicts. Text that no form has is a fault, so that a new sentence needs a checker.
 */

/** A form of lines. */
export type Form<Scope> = {
  /** One or more whole lines, with their ends. It is tried where the last form ended. */
  readonly lines: RegExp;
} & (
  | {
      /** Says what is wrong with a claim; null if nothing is. It may note in the scope what later lines depend on. */
      readonly check: (said: Said, scope: Scope) => string | null;
    }
  | { readonly noClaim: string }
);

/** The parts of a text that a form names. */
export type Said = Readonly<Record<string, string>>;

export type Forms<Scope> = Readonly<Record<string, Form<Scope>>>;

/** Forms whose regular expressions begin where the last one ended. */
export class FormTable<Scope> {
  readonly #forms: readonly (readonly [string, Form<Scope>, RegExp])[];
  /** The names of the forms that were found in a text so far. */
  readonly found = new Set<string>();

  constructor(forms: Forms<Scope>) {
    this.#forms = Object.entries(forms).map(([name, form]) => [
      name,
      form,
      new RegExp(`(?:${form.lines.source})`, `${form.lines.flags.replace(/[gy]/g, '')}y`),
    ]);
  }

  /** The forms that were in no text. */
  get unused(): readonly string[] {
    return this.#forms.map(([name]) => name).filter((name) => !this.found.has(name));
  }

  /** What is wrong with a text: a line for each claim that is not true, and for the first line that has no form. */
  faultsIn(text: string, scope: Scope): string[] {
    const faults: string[] = [];
    let at = 0;
    while (at < text.length) {
      const here = this.#formAt(text, at);
      if (here === null) {
        faults.push(`no form has ${JSON.stringify(text.slice(at, text.indexOf('\n', at + 1)))}`);
        return faults;
      }
      const [name, form, match] = here;
      this.found.add(name);
      const fault = 'check' in form ? form.check({ ...match.groups }, scope) : null;
      if (fault !== null) faults.push(`${name}: ${fault}\n  ${match[0].trim()}`);
      at += match[0].length;
    }
    return faults;
  }

  #formAt(text: string, at: number): readonly [string, Form<Scope>, RegExpExecArray] | null {
    for (const [name, form, lines] of this.#forms) {
      lines.lastIndex = at;
      const match = lines.exec(text);
      if (match !== null && match[0] !== '') return [name, form, match];
    }
    return null;
  }
}

/** The checkers of several faults as one: the first fault, or null. */
export function firstFault(...faults: readonly (string | null | false)[]): string | null {
  for (const fault of faults) if (fault !== null && fault !== false) return fault;
  return null;
}
