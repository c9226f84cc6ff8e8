/** How many entries a list leaves out. */
import { count } from '../page/words.js';

export function LeftOut({ number, unit }: { number: number; unit: string }) {
  return number > 0 ? <p class="hint">and {count(number, `more ${unit}`)}</p> : null;
}
