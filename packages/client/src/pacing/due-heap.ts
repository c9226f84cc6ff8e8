/**
 * A binary heap of items by the time when they become due, the earliest first. It knows the place of each item, so that any item can be
 * removed. Adding and removing take logarithmic time.
 */

/** An item that becomes due. While it is in a heap, `dueAt` must not change, and only the heap writes `place`. */
export interface Due {
  readonly dueAt: number;
  /** The item's index in the heap; {@link NOWHERE} if it is in none. */
  place: number;
}

/** The place of an item that is in no heap. */
export const NOWHERE = -1;

export class DueHeap<Item extends Due> {
  /** The children of the item at `i` are at `2i + 1` and `2i + 2`, and are due no earlier. */
  readonly #items: Item[] = [];

  get size(): number {
    return this.#items.length;
  }

  /** The item that is due first. */
  get first(): Item | undefined {
    return this.#items[0];
  }

  /** Adds an item that is in no heap. */
  add(item: Item): void {
    this.#items.push(item);
    this.#rise(item, this.#items.length - 1);
  }

  /** Removes an item, if it is in the heap. */
  remove(item: Item): void {
    const { place } = item;
    if (place === NOWHERE) return;
    item.place = NOWHERE;
    const last = this.#items.pop() as Item;
    if (last === item) return;
    if (place > 0 && last.dueAt < this.#items[parentOf(place)].dueAt) this.#rise(last, place);
    else this.#sink(last, place);
  }

  clear(): void {
    for (const item of this.#items) item.place = NOWHERE;
    this.#items.length = 0;
  }

  /** Puts an item at a place, or above it. */
  #rise(item: Item, from: number): void {
    let place = from;
    while (place > 0) {
      const parent = this.#items[parentOf(place)];
      if (parent.dueAt <= item.dueAt) break;
      const above = parent.place;
      this.#put(parent, place);
      place = above;
    }
    this.#put(item, place);
  }

  /** Puts an item at a place, or below it. */
  #sink(item: Item, from: number): void {
    let place = from;
    for (let child = this.#earlierChildOf(place); child !== undefined; child = this.#earlierChildOf(place)) {
      if (item.dueAt <= child.dueAt) break;
      const below = child.place;
      this.#put(child, place);
      place = below;
    }
    this.#put(item, place);
  }

  #earlierChildOf(place: number): Item | undefined {
    const left = this.#items[2 * place + 1];
    const right = this.#items[2 * place + 2];
    return right !== undefined && right.dueAt < left.dueAt ? right : left;
  }

  #put(item: Item, place: number): void {
    this.#items[place] = item;
    item.place = place;
  }
}

function parentOf(place: number): number {
  return (place - 1) >> 1;
}
