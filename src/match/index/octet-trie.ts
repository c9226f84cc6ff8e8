/**
 * A trie over octet strings, built for all of them at once: the strings at a node are sorted by their next octet, and each
 * run of equal octets becomes a child. The children of a node are numbered consecutively, and all nodes below the first child
 * before those below the second, so that nodes near each other in the trie are near in memory. Nothing is hashed, so keys
 * cannot be made to collide.
 *
 * Cost of building: each octet of each string is read a fixed number of times. Memory: a fixed number of integers for each
 * node. A compressed trie has a node where strings diverge and where one ends; another has one at each octet.
 */

/** The node at which every search begins. */
export const ROOT = 0;

/** A trie as arrays, indexed by node unless they say otherwise. They may be longer than there are nodes. */
export interface OctetTrie {
  readonly nodeCount: number;
  /** How many steps building took, for the test of its bound: octets compared or sorted by, and nodes made. */
  readonly steps: number;
  /** The children of node `n` are `childStart[n]` up to but not including `childEnd[n]`, by rising first octet. */
  readonly childStart: Int32Array;
  readonly childEnd: Int32Array;
  /** The first octet of each node's label; none for the root. */
  readonly firstOctet: Uint8Array;
  /** Where in the text each node's label begins: the octets that lead to it from its parent. */
  readonly labelStart: Int32Array;
  readonly labelLength: Int32Array;
  /** The strings, by node at which they end. */
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
  return new TrieBuilder(text, bounds, parts, isCompressed).build();
}

/** The node from `low` up to but not including `high`, the children of one node, whose label begins with an octet; or -1. */
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

/** Up to this many children are compared one by one. */
const FEW_CHILDREN = 4;

/** How many nodes there is room for at first, besides one for each string. */
const FIRST_NODES = 16;

/** How many octets of each string are compared before the next octets of any. */
const COMPARED_AT_ONCE = 8;

/** Up to this many strings are sorted by insertion. */
const FEW_STRINGS = 24;

/** How many sort keys there are: 0 for a string that ends, else 1 plus the next octet. */
const KEYS = 257;
const ENDED = 0;

class TrieBuilder implements OctetTrie {
  private readonly text: Uint8Array;
  private readonly isCompressed: boolean;
  /** Where each string begins in the text. */
  private readonly start: Int32Array;
  /** Where each string ends in the text. */
  private readonly end: Int32Array;
  readonly items: Int32Array;
  private readonly keys: Int16Array;
  private readonly spareItems: Int32Array;
  private readonly spareKeys: Int16Array;
  private readonly places = new Int32Array(KEYS);

  nodeCount = 0;
  steps = 0;
  /** The strings at or below node `n` are `items[endStart[n]..belowEnd[n])`. */
  endStart: Int32Array;
  private belowEnd: Int32Array;
  /** How many octets the strings of each node have in common before its label. */
  private depth: Int32Array;
  /** The nodes that are not finished yet; the last of them is next. */
  private pending: Int32Array;
  childStart: Int32Array;
  childEnd: Int32Array;
  firstOctet: Uint8Array;
  labelStart: Int32Array;
  labelLength: Int32Array;
  endEnd: Int32Array;

  constructor(text: Uint8Array, bounds: Int32Array, parts: Int32Array, isCompressed: boolean) {
    const { length } = parts;
    this.text = text;
    this.isCompressed = isCompressed;
    this.start = new Int32Array(length);
    this.end = new Int32Array(length);
    this.items = new Int32Array(length);
    for (let item = 0; item < length; item++) {
      this.start[item] = bounds[parts[item]];
      this.end[item] = bounds[parts[item] + 1];
      this.items[item] = item;
    }
    this.keys = new Int16Array(length);
    this.spareItems = new Int32Array(length);
    this.spareKeys = new Int16Array(length);
    const room = FIRST_NODES + length;
    this.endStart = new Int32Array(room);
    this.belowEnd = new Int32Array(room);
    this.depth = new Int32Array(room);
    this.pending = new Int32Array(room);
    this.childStart = new Int32Array(room);
    this.childEnd = new Int32Array(room);
    this.firstOctet = new Uint8Array(room);
    this.labelStart = new Int32Array(room);
    this.labelLength = new Int32Array(room);
    this.endEnd = new Int32Array(room);
  }

  build(): OctetTrie {
    this.addNode(0, this.items.length, 0, 0);
    this.pending[0] = ROOT;
    for (let pendingCount = 1; pendingCount > 0; ) {
      const node = this.pending[--pendingCount];
      this.childStart[node] = this.nodeCount;
      if (this.belowEnd[node] - this.endStart[node] === 1) this.finishSingle(node);
      else this.finishSeveral(node);
      this.childEnd[node] = this.nodeCount;
      for (let child = this.nodeCount - 1; child >= this.childStart[node]; child--) {
        this.pending[pendingCount++] = child;
      }
    }
    return this;
  }

  /** Finishes a node with one string: it ends here, or there is one child. */
  private finishSingle(node: number): void {
    const at = this.endStart[node];
    const item = this.items[at];
    const depth = this.depth[node];
    const length = this.end[item] - this.start[item];
    const common = this.isCompressed ? length : Math.min(length, depth + (node === ROOT ? 0 : 1));
    this.labelStart[node] = this.start[item] + depth;
    this.labelLength[node] = common - depth;
    this.endEnd[node] = common === length ? at + 1 : at;
    if (common < length) this.addNode(at, at + 1, common, this.text[this.start[item] + common]);
  }

  /** Finishes a node with several strings. */
  private finishSeveral(node: number): void {
    const start = this.endStart[node];
    const end = this.belowEnd[node];
    const depth = this.depth[node];
    let common = node === ROOT ? depth : depth + 1;
    if (this.isCompressed && start < end) common = this.commonLength(start, end, common);
    this.labelStart[node] = start < end ? this.start[this.items[start]] + depth : 0;
    this.labelLength[node] = common - depth;
    this.sortByNextOctet(start, end, common);

    const { keys } = this;
    let at = start;
    while (at < end && keys[at] === ENDED) at++;
    this.endEnd[node] = at;
    while (at < end) {
      const key = keys[at];
      const runStart = at;
      while (at < end && keys[at] === key) at++;
      this.addNode(runStart, at, common, key - 1);
    }
  }

  /**
   * How many octets the strings `items[from..to)` have in common, of which the first `known` are known. A few octets of all
   * strings are compared before the next few of any: otherwise strings that have much in common with some, but not with all,
   * would be compared at length at every node.
   */
  private commonLength(from: number, to: number, known: number): number {
    const { text, start, end, items } = this;
    const firstStart = start[items[from]];
    const firstLength = end[items[from]] - firstStart;
    let compared = known;
    for (;;) {
      const stretchEnd = compared + COMPARED_AT_ONCE;
      let common = Math.min(stretchEnd, firstLength);
      for (let i = from + 1; i < to && common > compared; i++) {
        const itemStart = start[items[i]];
        common = Math.min(common, end[items[i]] - itemStart);
        let at = compared;
        while (at < common && text[itemStart + at] === text[firstStart + at]) at++;
        this.steps += at - compared + 1;
        common = at;
      }
      if (common < stretchEnd) return common;
      compared = common;
    }
  }

  private sortByNextOctet(from: number, to: number, depth: number): void {
    const { text, start, end, items, keys } = this;
    this.steps += to - from;
    let isSorted = true;
    let last = ENDED;
    for (let i = from; i < to; i++) {
      const item = items[i];
      const at = start[item] + depth;
      const key = at < end[item] ? text[at] + 1 : ENDED;
      keys[i] = key;
      if (key < last) isSorted = false;
      last = key;
    }
    if (isSorted) return;
    if (to - from <= FEW_STRINGS) this.sortByInsertion(from, to);
    else this.sortByCounting(from, to);
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
    this.steps++;
    const node = this.nodeCount++;
    if (this.nodeCount > this.depth.length) this.makeRoom();
    this.endStart[node] = start;
    this.belowEnd[node] = end;
    this.depth[node] = depth;
    this.firstOctet[node] = octet;
  }

  private makeRoom(): void {
    this.endStart = doubled(this.endStart);
    this.belowEnd = doubled(this.belowEnd);
    this.depth = doubled(this.depth);
    this.pending = doubled(this.pending);
    this.childStart = doubled(this.childStart);
    this.childEnd = doubled(this.childEnd);
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
