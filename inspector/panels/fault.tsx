/** Why there is no answer. */
import { visible } from '../page/words.js';

export function Fault({ fault }: { fault: string | null }) {
  if (fault === null) return null;
  return (
    <p class="notice" role="alert">
      {visible(fault)}
    </p>
  );
}
