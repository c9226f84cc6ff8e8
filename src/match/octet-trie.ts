/**
 * A trie over octet strings, built for all of them at once: the strings at a node are sorted by their next octet, and each
 * run of equal octets becomes a child. Nodes are numbered breadth first, so that the children of a node follow one another
 * and an array of first children is all there is to know of the shape; nothing is hashed, so nothing can be made to collide.
 *
 * Cost of building: each octet of each string is looked at a fixed number of times. Memory: a fixed number of integers a
 * node; a node begins where two strings part or one ends (compressed), or at each octet.
 */

/** The node that every search begins at. */
export const ROOT = 0;

export interface OctetTrie {
  readonly nodeCount: number;
  /** The children of node `n` are `childStart[n]` up to but not including `childStart[n + 1]`, by rising first octet. */
  readonly childStart: Int32Array;
  /** The first octet of each node's label; none for the root. */
  readonly firstOctet: Uint8Array;
  /** Each node's label, the octets that lead to it from its parent, is in the text from here on. */
  readonly labelStart: Int32Array;
  readonly labelLength: Int32Array;
  /** The strings, those that end at one node next to one another. */
  readonly items: Int32Array;
  /** The strings that end at node `n` are `items[endStart[n]]` up to but not including `items[endEnd[n]]`. */
  readonly endStart: Int32Array;
  readonly endEnd: Int32Array;
}

/**
 * @param text holds all strings
 * @param bounds string `i` is the octets `bounds[parts[i]]` up to but not including `bounds[parts[i] + 1]` of the text
 * @param isCompressed whether a node's label may be longer than one octet
 */
export function buildOctetTrie(
  text: Uint8Array,
  bounds: Int32Array,
  parts: Int32Array,
  isCompressed: boolean,
): OctetTrie {
  return new TrieBuilder(text, bounds, parts).build(isCompressed);
}

/** Which of the nodes from `low` up to but not including `high`, the children of one, has a label that begins so; or -1. */
export function findChild(firstOctet: Uint8Array, low: number, high: number, octet: number): number {
  let from = low;
  let to = high;
  while (to - from > FEW_CHILDREN) {
    const middle = (from + to) >>> 1;
    if (firstOctet[middle] <= octet) from = middle;
    else to = middle;
  }
  while (from < to) {
    if (firstOctet[from] === octet) return from;
    from++;
  }
  return -1;
}

/** So many children are looked at one after the other. */
const FEW_CHILDREN = 4;

const FIRST_NODES = 64;

/** Groups up to this size are sorted by insertion. */
const SMALL_GROUP = 24;

/** Keys: 0 for a string that ends, else the next octet and 1. */
const KEYS = 257;
const ENDED = 0;

class TrieBuilder {
  private readonly text: Uint8Array;
  private readonly bounds: Int32Array;
  private readonly parts: Int32Array;
  private readonly items: Int32Array;
  private readonly keys: Int16Array;
  private readonly spareItems: Int32Array;
  private readonly spareKeys: Int16Array;
  private readonly places = new Int32Array(KEYS);

  private nodeCount = 0;
  /** The strings of node `n` are `items[groupStart[n]]` to `items[groupEnd[n]]`; they have `depth[n]` octets in common before its label. */
  private groupStart: Int32Array = new Int32Array(FIRST_NODES);
  private groupEnd: Int32Array = new Int32Array(FIRST_NODES);
  private depth: Int32Array = new Int32Array(FIRST_NODES);
  private childStart: Int32Array = new Int32Array(FIRST_NODES);
  private firstOctet: Uint8Array = new Uint8Array(FIRST_NODES);
  private labelStart: Int32Array = new Int32Array(FIRST_NODES);
  private labelLength: Int32Array = new Int32Array(FIRST_NODES);
  private endEnd: Int32Array = new Int32Array(FIRST_NODES);

  constructor(text: Uint8Array, bounds: Int32Array, parts: Int32Array) {
    this.text = text;
    this.bounds = bounds;
    this.parts = parts;
    this.items = parts.map((_, item) => item);
    this.keys = new Int16Array(parts.length);
    this.spareItems = new Int32Array(parts.length);
    this.spareKeys = new Int16Array(parts.length);
  }

  build(isCompressed: boolean): OctetTrie {
    this.addNode(0, this.items.length, 0, 0);
    for (let node = ROOT; node < this.nodeCount; node++) this.finishNode(node, isCompressed);
    const { nodeCount } = this;
    this.childStart[nodeCount] = nodeCount;
    return {
      nodeCount,
      childStart: this.childStart.slice(0, nodeCount + 1),
      firstOctet: this.firstOctet.slice(0, nodeCount),
      labelStart: this.labelStart.slice(0, nodeCount),
      labelLength: this.labelLength.slice(0, nodeCount),
      items: this.items,
      endStart: this.groupStart.slice(0, nodeCount),
      endEnd: this.endEnd.slice(0, nodeCount),
    };
  }

  private finishNode(node: number, isCompressed: boolean): void {
    const start = this.groupStart[node];
    const end = this.groupEnd[node];
    const depth = this.depth[node];
    let common = node === ROOT ? depth : depth + 1;
    if (isCompressed && start < end) common = this.commonLength(start, end, common);
    this.labelStart[node] = start < end ? this.bounds[this.parts[this.items[start]]] + depth : 0;
    this.labelLength[node] = common - depth;
    this.sortByNextOctet(start, end, common);

    const { keys } = this;
    let at = start;
    while (at < end && keys[at] === ENDED) at++;
    this.endEnd[node] = at;
    this.childStart[node] = this.nodeCount;
    while (at < end) {
      const key = keys[at];
      const runStart = at;
      while (at < end && keys[at] === key) at++;
      this.addNode(runStart, at, common, key - 1);
    }
  }

  /** How many octets the strings of a group have in common, which have the first `known` in common. */
  private commonLength(start: number, end: number, known: number): number {
    const { text, bounds, parts, items } = this;
    const first = parts[items[start]];
    const firstStart = bounds[first];
    let common = bounds[first + 1] - firstStart;
    for (let i = start + 1; i < end; i++) {
      const part = parts[items[i]];
      const partStart = bounds[part];
      common = Math.min(common, bounds[part + 1] - partStart);
      let at = known;
      while (at < common && text[partStart + at] === text[firstStart + at]) at++;
      common = at;
    }
    return common;
  }

  private sortByNextOctet(start: number, end: number, depth: number): void {
    const { text, bounds, parts, items, keys } = this;
    let isSorted = true;
    for (let i = start; i < end; i++) {
      const part = parts[items[i]];
      const at = bounds[part] + depth;
      const key = at < bounds[part + 1] ? text[at] + 1 : ENDED;
      keys[i] = key;
      if (i > start && keys[i - 1] > key) isSorted = false;
    }
    if (isSorted) return;
    if (end - start <= SMALL_GROUP) this.sortByInsertion(start, end);
    else this.sortByCounting(start, end);
  }

  private sortByInsertion(start: number, end: number): void {
    const { items, keys } = this;
    for (let i = start + 1; i < end; i++) {
      const item = items[i];
      const key = keys[i];
      let at = i;
      for (; at > start && keys[at - 1] > key; at--) {
        items[at] = items[at - 1];
        keys[at] = keys[at - 1];
      }
      items[at] = item;
      keys[at] = key;
    }
  }

  private sortByCounting(start: number, end: number): void {
    const { items, keys, spareItems, spareKeys, places } = this;
    places.fill(0);
    for (let i = start; i < end; i++) places[keys[i]]++;
    let place = start;
    for (let key = 0; key < KEYS; key++) {
      const count = places[key];
      places[key] = place;
      place += count;
    }
    for (let i = start; i < end; i++) {
      const at = places[keys[i]]++;
      spareItems[at] = items[i];
      spareKeys[at] = keys[i];
    }
    items.set(spareItems.subarray(start, end), start);
    keys.set(spareKeys.subarray(start, end), start);
  }

  private addNode(start: number, end: number, depth: number, octet: number): void {
    const node = this.nodeCount++;
    // One more than there are nodes: the last entry of `childStart`.
    if (this.nodeCount >= this.depth.length) this.makeRoom();
    this.groupStart[node] = start;
    this.groupEnd[node] = end;
    this.depth[node] = depth;
    this.firstOctet[node] = octet;
  }

  private makeRoom(): void {
    this.groupStart = doubled(this.groupStart);
    this.groupEnd = doubled(this.groupEnd);
    this.depth = doubled(this.depth);
    this.childStart = doubled(this.childStart);
    this.labelStart = doubled(this.labelStart);
    this.labelLength = doubled(this.labelLength);
    this.endEnd = doubled(this.endEnd);
    const firstOctet = new Uint8Array(this.depth.length);
    firstOctet.set(this.firstOctet);
    this.firstOctet = firstOctet;
  }
}

function doubled(array: Int32Array): Int32Array {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
