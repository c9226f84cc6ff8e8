/**
 * Reads a license file of RSL 1.0 (Really Simple Licensing, rslstandard.org/rsl). It says what content is licensed, for which uses, and on which
 * terms. XML is read by the package @rgrove/parse-xml.
 */
import { RobotsError } from '../errors.js';
import {
  anAbortSignal,
  aWholeNumber,
  checkOptions,
  isObject,
  misshapen,
  type OptionCheck,
  optionTable,
} from '../option-checks.js';
import { type OctetSource, SourceChunks } from '../stream/source.js';
import { type ParseXml, readElements, type XmlElement } from './xml-elements.js';
import { textOfXml } from './xml-text.js';

/** The namespace of RSL 1.0. */
const NAMESPACE = 'https://rslstandard.org/rsl';

/** A license file. Plain data. */
export interface LicenseFile {
  /** What is licensed, in file order. */
  readonly contents: readonly LicensedContent[];
  /** After how many days the file is to be fetched again; null if it does not say, which means 30. */
  readonly maxAgeDays: number | null;
  /** Where the file does not keep to RSL 1.0, in file order, at most 100. */
  readonly problems: readonly LicenseProblem[];
}

/** An element `content`: which URLs are licensed, and how. */
export interface LicensedContent {
  /** The line of the element, from 1. */
  readonly line: number;
  /** A URL, or a path with `*` and `$` as in robots.txt; empty for "what names this file". */
  readonly url: string;
  /** The server that gives licenses; null if none is named. With one, a license is needed before access, even a free one. */
  readonly server: string | null;
  /** When the content last changed, as written; null if the file does not say. */
  readonly lastModified: string | null;
  /** The URL of terms for people, as written; null if there is none. */
  readonly terms: string | null;
  /** The licenses, in file order. Each is a set of terms of its own. */
  readonly licenses: readonly LicenseTerms[];
}

/** An element `license`: a set of terms. */
export interface LicenseTerms {
  /** The line of the element, from 1. */
  readonly line: number;
  readonly permits: { readonly [type in LicenseScope]?: LicenseTokens };
  readonly prohibits: { readonly [type in LicenseScope]?: LicenseTokens };
  readonly payment: LicensePayment;
  /** What has to be reported, as the types of the elements `reporting`, such as `telemetry`. */
  readonly reporting: readonly string[];
  /** Whether all of its elements are known and occur as often as they may. If not, it may say something that is not read. */
  readonly isUnderstood: boolean;
}

/** What an element `permits` or `prohibits` is about: uses, classes of users, or countries. */
export type LicenseScope = 'usage' | 'user' | 'geo';

/** An element `permits` or `prohibits`. */
export interface LicenseTokens {
  /** The line of the element, from 1. */
  readonly line: number;
  /** Its words, in lower case; countries in upper case. */
  readonly tokens: readonly string[];
}

/** How a license is paid for. Without an element `payment`, it is free. */
export interface LicensePayment {
  /** The line of the element; null without one. */
  readonly line: number | null;
  /** `free`, `attribution`, `purchase`, `subscription`, `training`, `crawl`, `use`, `contribution`, or what the file says. */
  readonly type: string;
  /** The URI of a license that many share, such as one of Creative Commons; null if none is named. */
  readonly standard: string | null;
  /** Where to ask for a license; null if the file does not say. */
  readonly custom: string | null;
  /** The price and its currency, as written: `0.015 USD`; null if there is none. */
  readonly amount: string | null;
  /** The media type of the protocol for payments; null if none is named. */
  readonly accepts: string | null;
}

/** Where a file does not keep to RSL 1.0. */
export interface LicenseProblem {
  /** The line, from 1. */
  readonly line: number;
  readonly message: string;
}

/** Options of {@link readLicense}. */
export interface LicenseOptions {
  /** How many octets of the file are read at most; a longer file is refused. Default: 1,048,576. */
  readonly maxOctets?: number | undefined;
  /** Stops reading when it aborts; the result is then rejected with its reason. Default: none. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The package @rgrove/parse-xml, where it cannot be loaded by its name, such as in a bundle: `import * as xml from '@rgrove/parse-xml'`. Default: it
   * is loaded when it is needed.
   */
  readonly xml?: ParseXml | undefined;
}

const aParser: OptionCheck = (value, name) => {
  if (!isObject(value) || typeof value.parseXml !== 'function') {
    throw misshapen(value, name, "what import('@rgrove/parse-xml') gives");
  }
};

const LICENSE_OPTIONS = optionTable<LicenseOptions>({
  maxOctets: aWholeNumber(1, Infinity),
  signal: anAbortSignal,
  xml: aParser,
});

const DEFAULT_MAX_OCTETS = 1024 * 1024;
const MAX_PROBLEMS = 100;

/**
 * Reads a license file of RSL 1.0, or the licenses in an RSS feed. It fetches nothing. A file with a document type, and so with entities, is refused.
 *
 * @param source the file, from any source of octets: a `Response`, a stream, an (async) iterable, octets, or text
 * @throws {TypeError} (rejects) if the source or an option is of no known kind
 * @throws {RangeError} (rejects) if `maxOctets` is not a whole number from 1
 * @throws {RobotsError} (rejects) `license-invalid` if it is no license file: not well-formed XML, not RSL 1.0, too large, too deep;
 *   `xml-package-missing` if the package @rgrove/parse-xml is not installed; `source-type` if the source yields something that is not octets
 * @throws the signal's reason (rejects) when it aborts
 * @example
 * ```js
 * import { licensedUse, readLicense } from 'robotstream/license';
 *
 * const file = await readLicense(`
 * <rsl xmlns="https://rslstandard.org/rsl">
 *   <content url="/"><license><prohibits type="usage">ai-train</prohibits></license></content>
 * </rsl>`);
 * console.log(licensedUse(file, 'https://example.com/a', 'ai-train').outcome); // → prohibited
 * console.log(licensedUse(file, 'https://example.com/a', 'search').outcome); // → permitted
 * ```
 */
export async function readLicense(source: OctetSource, options: LicenseOptions = {}): Promise<LicenseFile> {
  checkOptions('readLicense', options, LICENSE_OPTIONS);
  const { maxOctets = DEFAULT_MAX_OCTETS, signal, xml } = options;
  const octets = await wholeOf(source, maxOctets, signal);
  const root = readElements(textOfXml(octets), xml ?? (await loadParser()));
  return new FileReader().read(root);
}

/** @throws {RobotsError} (rejects) `license-invalid` if there are more octets than `maxOctets` */
async function wholeOf(
  source: OctetSource,
  maxOctets: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const opened = new SourceChunks(source, { signal });
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await opened.read();
      if (done) break;
      const chunk = opened.octets(value).slice();
      length += chunk.length;
      if (length > maxOctets)
        throw new RobotsError('license-invalid', `the file has more than ${maxOctets} octets`);
      chunks.push(chunk);
    }
  } finally {
    opened.stop();
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

async function loadParser(): Promise<ParseXml> {
  try {
    return await import('@rgrove/parse-xml');
  } catch (error) {
    const message =
      'robotstream/license reads XML with the package @rgrove/parse-xml, which cannot be loaded; run: npm install @rgrove/parse-xml';
    throw new RobotsError('xml-package-missing', message, { cause: error });
  }
}

/** The elements that each element may have, in the namespace of RSL. */
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  rsl: ['content'],
  content: ['license', 'alternate', 'schema', 'copyright', 'terms'],
  license: ['permits', 'prohibits', 'payment', 'reporting', 'legal'],
  payment: ['standard', 'custom', 'amount', 'accepts'],
};

const SCOPES: readonly string[] = ['usage', 'user', 'geo'] satisfies readonly LicenseScope[];

/** Makes the data of a file from its elements. */
class FileReader {
  readonly #problems: LicenseProblem[] = [];

  read(root: XmlElement): LicenseFile {
    const isFile = root.namespace === NAMESPACE && root.name === 'rsl';
    if (!isFile && root.name !== 'rss') {
      const what = `<${root.name}> in the namespace ${JSON.stringify(root.namespace)}`;
      const expected = `<rsl> in the namespace "${NAMESPACE}"`;
      throw new RobotsError(
        'license-invalid',
        `line ${root.line}: the file begins with ${what}, not ${expected}`,
      );
    }
    const contents = isFile ? this.#childrenOf(root, 'content') : contentsWithin(root);
    if (contents.length === 0) this.#problem(root, 'the file has no element <content>');
    const maxAge = root.attributes['max-age'] ?? '';
    return {
      contents: contents.map((content) => this.#content(content)),
      maxAgeDays: isFile && /^[1-9]\d{0,8}$/.test(maxAge) ? Number(maxAge) : null,
      problems: this.#problems,
    };
  }

  #content(element: XmlElement): LicensedContent {
    const { line, attributes } = element;
    const licenses = this.#childrenOf(element, 'license');
    if (attributes.url === undefined) this.#problem(element, 'content has no attribute url');
    if (licenses.length === 0) this.#problem(element, 'content has no element <license>');
    return {
      line,
      url: attributes.url?.trim() ?? '',
      server: attributes.server?.trim() || null,
      lastModified: attributes.lastmod ?? null,
      terms: textOf(this.#childrenOf(element, 'terms')[0]),
      licenses: licenses.map((license) => this.#license(license)),
    };
  }

  #license(element: XmlElement): LicenseTerms {
    const problemsBefore = this.#problems.length;
    const permits = this.#tokens(element, 'permits');
    const prohibits = this.#tokens(element, 'prohibits');
    const payments = this.#childrenOf(element, 'payment');
    if (payments.length > 1) this.#problem(payments[1], 'the license has two elements <payment>');
    return {
      line: element.line,
      permits,
      prohibits,
      payment: this.#payment(payments[0]),
      reporting: this.#childrenOf(element, 'reporting').map(({ attributes }) => attributes.type ?? ''),
      // A list of problems that is full says nothing about this license.
      isUnderstood: this.#problems.length === problemsBefore && problemsBefore < MAX_PROBLEMS,
    };
  }

  #tokens(license: XmlElement, name: 'permits' | 'prohibits'): LicenseTerms['permits'] {
    const found: Record<string, LicenseTokens> = {};
    for (const element of this.#childrenOf(license, name)) {
      const { line, attributes } = element;
      const type = attributes.type ?? '';
      if (!SCOPES.includes(type)) this.#problem(element, `${name} has the type ${JSON.stringify(type)}`);
      else if (Object.hasOwn(found, type)) this.#problem(element, `a second ${name} has the type "${type}"`);
      else {
        const text = type === 'geo' ? element.text.toUpperCase() : element.text.toLowerCase();
        // Commas are those of the draft 0.9.
        found[type] = { line, tokens: text.split(/[\s,]+/).filter((token) => token !== '') };
      }
    }
    return found;
  }

  #payment(element: XmlElement | undefined): LicensePayment {
    const of = (name: string): XmlElement | undefined => element && this.#childrenOf(element, name)[0];
    const amount = of('amount');
    return {
      line: element?.line ?? null,
      type: element?.attributes.type?.trim().toLowerCase() || 'free',
      standard: textOf(of('standard')),
      custom: textOf(of('custom')),
      amount: amount ? `${amount.text.trim()} ${amount.attributes.currency ?? ''}`.trim() : null,
      accepts: of('accepts')?.attributes.type ?? null,
    };
  }

  /** The children with a name, in the namespace of RSL. Elements of other namespaces are extensions, and ignored. */
  #childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
    const children = element.children.filter(({ namespace }) => namespace === NAMESPACE);
    const known = CHILDREN[element.name] ?? [];
    const [first] = known;
    // Each element is searched for its first kind of child once.
    if (name === first) {
      for (const child of children) {
        if (!known.includes(child.name))
          this.#problem(child, `<${child.name}> is no element of <${element.name}>`);
      }
    }
    return children.filter((child) => child.name === name);
  }

  #problem({ line }: XmlElement, message: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ line, message });
  }
}

/** The elements `content` of a feed, wherever they are. */
function contentsWithin(root: XmlElement): readonly XmlElement[] {
  return root.children.flatMap((child) =>
    child.namespace === NAMESPACE && child.name === 'content' ? [child] : contentsWithin(child),
  );
}

function textOf(element: XmlElement | undefined): string | null {
  return element?.text.trim() || null;
}
