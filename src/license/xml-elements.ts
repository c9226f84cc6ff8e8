/**
 * The elements of an XML document with their namespaces and lines, as far as license files need them.
 */
import { RobotsError } from '../errors.js';

/** The part of @rgrove/parse-xml that reads licenses. It is declared here, so that the types need no package. */
export interface ParseXml {
  parseXml(text: string, options: object): object;
}

/** An element. */
export interface XmlElement {
  /** The name without its prefix. */
  readonly name: string;
  /** The namespace; empty for none. */
  readonly namespace: string;
  /** The attributes that have no prefix. */
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly children: readonly XmlElement[];
  /** The text directly in the element. */
  readonly text: string;
  /** The line where the element begins, from 1. */
  readonly line: number;
}

/** A node as @rgrove/parse-xml gives it. */
interface ParsedNode {
  readonly type: 'document' | 'doctype' | 'element' | 'text' | 'cdata' | 'comment' | 'pi';
  readonly name?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly ParsedNode[];
  /** The place in the text. */
  readonly start: number;
}

/** License files have five levels of elements; feeds have a few more. */
const MAX_DEPTH = 32;

/** A large site has a few thousand. */
const MAX_ELEMENTS = 50_000;

/**
 * Reads a document.
 *
 * @throws {RobotsError} `license-invalid` if it is not well-formed, has a document type, or is too deep or too large
 */
export function readElements(text: string, { parseXml }: ParseXml): XmlElement {
  let document: ParsedNode;
  try {
    document = parseXml(text, { includeOffsets: true, preserveDocumentType: true }) as ParsedNode;
  } catch (error) {
    // The parser calls itself for each level, so elements that are nested without end exhaust the stack.
    const what = error instanceof RangeError ? TOO_DEEP : firstLine((error as Error).message);
    throw new RobotsError('license-invalid', `the file is not XML that can be read: ${what}`, {
      cause: error,
    });
  }
  const children = document.children ?? [];
  if (children.some(({ type }) => type === 'doctype')) {
    const why = 'RSL needs none, and its entities could make the file grow without bound';
    throw new RobotsError('license-invalid', `the file has a document type (<!DOCTYPE>); ${why}`);
  }
  const root = children.find(({ type }) => type === 'element') as ParsedNode;
  return new ElementReader(text).element(root, null, 1);
}

const TOO_DEEP = `its elements are nested more than ${MAX_DEPTH} deep`;

function firstLine(message: string): string {
  return message.split('\n', 1)[0].trim();
}

/**
 * The namespaces that an element declares, by their prefixes, and those around it; the empty prefix is the default. Copies of those around it would take
 * time with the square of the file.
 */
interface Namespaces {
  readonly own: ReadonlyMap<string, string>;
  readonly inherited: Namespaces | null;
}

function namespaceOf(prefix: string, namespaces: Namespaces | null): string {
  for (let at = namespaces; at !== null; at = at.inherited) {
    const found = at.own.get(prefix);
    if (found !== undefined) return found;
  }
  return '';
}

class ElementReader {
  readonly #text: string;
  #elements = 0;
  /** The line of the offset that was asked about last. Offsets only grow. */
  #line = 1;
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  element(node: ParsedNode, inherited: Namespaces | null, depth: number): XmlElement {
    if (depth > MAX_DEPTH) throw new RobotsError('license-invalid', TOO_DEEP);
    if (++this.#elements > MAX_ELEMENTS)
      throw new RobotsError('license-invalid', `the file has more than ${MAX_ELEMENTS} elements`);
    const line = this.#lineAt(node.start);
    const given = Object.entries(node.attributes ?? {});
    const declared = given.filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
    const own = declared.map(([attribute, uri]) => [attribute.slice('xmlns:'.length), uri] as const);
    const namespaces = own.length === 0 ? inherited : { own: new Map(own), inherited };
    const [prefix, name] = splitName(node.name ?? '');
    const children: XmlElement[] = [];
    let text = '';
    for (const child of node.children ?? []) {
      if (child.type === 'element') children.push(this.element(child, namespaces, depth + 1));
      else if (child.type === 'text' || child.type === 'cdata') text += child.text;
    }
    return {
      name,
      namespace: namespaceOf(prefix, namespaces),
      attributes: Object.fromEntries(given.filter(([attribute]) => !attribute.includes(':'))),
      children,
      text,
      line,
    };
  }

  #lineAt(offset: number): number {
    for (let at = this.#text.indexOf('\n', this.#offset); at >= 0 && at < offset; ) {
      this.#line++;
      this.#offset = at + 1;
      at = this.#text.indexOf('\n', this.#offset);
    }
    return this.#line;
  }
}

/** `rsl:content` is the prefix `rsl` and the name `content`. */
function splitName(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}
