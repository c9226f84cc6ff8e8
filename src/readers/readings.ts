/**
 * How every reader judges a URL, and why a reader judges it otherwise than RFC 9309 does.
 */
import { aString, checkedElsewhere, checkOptions, optionTable } from '../option-checks.js';
import { PROFILES, type Profile } from '../profiles.js';
import { aDocument, type RobotsDocument } from '../robots-document.js';
import { CondensedFile } from './condensed-file.js';
import { type ReaderKind, titleOf } from './reader-titles.js';
import { READERS } from './readers.js';
import { decidedOf, isSame, Reasons } from './reasons.js';

/** Who asks. */
export interface ReadingsOptions {
  /** The crawler: a product token, or several that are obeyed together. Each reader looks for it as it looks for its own name. */
  readonly agents: string | readonly string[];
}

/** How one reader judges a URL. */
export interface UrlReading {
  /** The name of its profile. */
  readonly reader: string;
  /** What kind of reader it is. */
  readonly kind: ReaderKind;
  /** Its name for people. */
  readonly title: string;
  /** Whether the reader allows the URL. */
  readonly allowed: boolean;
  /** The line of the rule that decides; 0 if none does. */
  readonly line: number;
  /** Whether the verdict is unlike that of RFC 9309. */
  readonly differs: boolean;
  /**
   * Why the verdict or the line is unlike that of RFC 9309, as a sentence whose subject is the reader; null if both are the same. A cause is
   * named if the reader has it in general, and RFC 9309 with it judges this URL just so. Otherwise, the sentence says what the reader does with the
   * lines that decide.
   */
  readonly because: string | null;
}

const OPTIONS = optionTable<ReadingsOptions>({ agents: checkedElsewhere });

/** The profiles and readers by which files are read, in the order in which they are listed. */
export function allReaders(): readonly Profile[] {
  const readers = Object.values(READERS);
  const ofKind = (kind: ReaderKind) => readers.filter(({ name }) => titleOf(name).kind === kind);
  return [...Object.values(PROFILES), ...ofKind('program'), ...ofKind('service')];
}

/**
 * How every reader judges a URL: the four profiles, then programs, then services.
 *
 * @param url an absolute http, https or ftp URL, or a path that begins with a single `/`
 * @throws {TypeError} if an argument is not as described
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 * import { readings } from 'robotstream/readers';
 *
 * const document = parseSync('User-agent: *\nDisallow: /*.pdf$');
 * const python = readings(document, '/a.pdf', { agents: 'FooBot' }).find(({ reader }) => reader === 'python-3.11');
 * console.log(python?.allowed, python?.differs); // → true true
 * ```
 */
export function readings(document: RobotsDocument, url: string, options: ReadingsOptions): UrlReading[] {
  aDocument(document, 'document');
  aString(url, 'url');
  checkOptions('readings', options, OPTIONS);
  return new FileReadings(document, options.agents).of(url);
}

/** A file as readers judge it for one crawler. */
export class FileReadings {
  readonly #document: RobotsDocument;
  readonly #agents: string | readonly string[];
  readonly #condensed: CondensedFile;
  readonly #whole: Reasons;

  constructor(document: RobotsDocument, agents: string | readonly string[]) {
    this.#document = document;
    this.#agents = agents;
    this.#condensed = new CondensedFile(document);
    this.#whole = new Reasons(document, agents, this.#condensed.hasManyLines ? 'lines' : 'causes');
  }

  /** How some readers judge a URL; all by default. */
  of(url: string, profiles: readonly Profile[] = allReaders()): UrlReading[] {
    const rfc = this.#document.matcher({ agents: this.#agents }).check(url);
    const base = decidedOf(rfc);
    const verdicts = profiles.map((profile) =>
      this.#document.matcher({ agents: this.#agents, profile }).check(url),
    );
    const others = verdicts.filter((verdict) => !isSame(decidedOf(verdict), base));
    const few = others.length === 0 ? null : this.#condensed.linesOf([rfc, ...others]);
    const reasons = few === null ? this.#whole : new Reasons(few.document, this.#agents, 'causes', few.lines);
    return profiles.map((profile, nth) => {
      const decided = decidedOf(verdicts[nth]);
      const because = (): string =>
        reasons.because(profile, url, base, decided) ??
        (this.#whole.because(profile, url, base, decided) as string);
      return {
        reader: profile.name,
        ...titleOf(profile.name),
        ...decided,
        differs: decided.allowed !== base.allowed,
        because: isSame(decided, base) ? null : because(),
      };
    });
  }
}
