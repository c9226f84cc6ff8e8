/**
 * Sorts the suffixes of a run of octets, in a time that depends on nothing but its length (SA-IS: Nong, Zhang, Chan, 2009).
 *
 * A suffix *rises* if it sorts before the one that begins an octet later. A place where suffixes begin to rise, after one that falls, is a
 * *valley*. If the suffixes of the valleys are in order, two passes put all others in order (`induce`). The run from each valley to the next
 * is sorted the same way and numbered, and these numbers are a run of half the length at most. Its suffixes are sorted first.
 */

const NONE = -1;

/**
 * @param numbers octets, or numbers of runs
 * @param starts has room for all numbers, and one more. Gets, by number, how many suffixes begin with a smaller one
 * @returns where the suffixes begin
 */
export function sortedSuffixes(numbers: Uint8Array | Int32Array, starts: Int32Array): Int32Array {
  const { length } = numbers;
  const rises = new Uint8Array(length);
  // Suffixes that begin with a number are next to each other. First come those that fall.
  const startOfFalling = starts;
  const startOfRising = new Int32Array(starts.length);
  for (let place = length - 1, isRising = 0, next = NONE; place >= 0; place--) {
    const number = numbers[place];
    if (number !== next) isRising = number < next ? 1 : 0;
    if (isRising === 1) startOfFalling[number + 1]++;
    else startOfRising[number]++;
    rises[place] = isRising;
    next = number;
  }
  for (let number = 0; number < starts.length - 1; number++) {
    startOfRising[number] += startOfFalling[number];
    startOfFalling[number + 1] += startOfRising[number];
  }
  const nthValley = new Int32Array(length).fill(NONE);
  const places = new Int32Array(length);
  let valleyCount = 0;
  for (let place = 1; place < length; place++) {
    if (rises[place] <= rises[place - 1]) continue;
    nthValley[place] = valleyCount;
    places[valleyCount++] = place;
  }
  const valleys = places.subarray(0, valleyCount);

  const sorted = new Int32Array(length);
  /** Puts the suffixes in order if those of the valleys are; else, by what precedes the next valley. */
  const induce = (order: Int32Array): void => {
    sorted.fill(NONE);
    const free = startOfRising.slice();
    for (let i = 0; i < order.length; i++) sorted[free[numbers[order[i]]]++] = order[i];
    free.set(startOfFalling);
    if (length > 0) sorted[free[numbers[length - 1]]++] = length - 1;
    for (let i = 0; i < length; i++) {
      const place = sorted[i] - 1;
      if (place >= 0 && rises[place] === 0) sorted[free[numbers[place]]++] = place;
    }
    free.set(startOfFalling);
    for (let i = length - 1; i >= 0; i--) {
      const place = sorted[i] - 1;
      if (place >= 0 && rises[place] === 1) sorted[--free[numbers[place] + 1]] = place;
    }
  };
  induce(valleys);
  if (valleyCount < 2) return sorted;

  const order = new Int32Array(valleyCount);
  for (let i = 0, count = 0; i < length; i++) if (nthValley[sorted[i]] !== NONE) order[count++] = sorted[i];
  const names = namesOfRuns(numbers, valleys, nthValley, order);
  const nameCount = names[nthValley[order[valleyCount - 1]]] + 1;
  const orderOfNames = sortedSuffixes(names, new Int32Array(nameCount + 1));
  for (let i = 0; i < order.length; i++) order[i] = valleys[orderOfNames[i]];
  induce(order);
  return sorted;
}

/** Numbers the runs from each valley to the next: equal runs get the same number, and others a larger one if they sort later. */
function namesOfRuns(
  numbers: Uint8Array | Int32Array,
  valleys: Int32Array,
  nthValley: Int32Array,
  order: Int32Array,
): Int32Array {
  const { length } = numbers;
  const names = new Int32Array(valleys.length);
  let name = 0;
  for (let i = 1; i < order.length; i++) {
    const nth = nthValley[order[i]];
    const nthBefore = nthValley[order[i - 1]];
    let place = order[i];
    let before = order[i - 1];
    const end = nth + 1 < valleys.length ? valleys[nth + 1] : length;
    const endBefore = nthBefore + 1 < valleys.length ? valleys[nthBefore + 1] : length;
    let isEqual = end - place === endBefore - before;
    while (isEqual && place <= end) {
      isEqual = place < length && before < length && numbers[place++] === numbers[before++];
    }
    if (!isEqual) name++;
    names[nth] = name;
  }
  return names;
}
