/** Small parts that several panels have: faults, and links to lines and questions. */
import { askedUrl } from '../../src/asked-url.js';
import { usePage } from '../page/page.js';
import { count, shortened, visible } from '../page/words.js';
import { withCell } from '../state/state.js';

/** Why there is no answer. */
export function Fault({ fault }: { fault: string | null }) {
  if (fault === null) return null;
  return (
    <p class="notice" role="alert">
      {visible(fault)}
    </p>
  );
}

/** How many entries a list leaves out. */
export function LeftOut({ number, unit }: { number: number; unit: string }) {
  return number > 0 ? <p class="hint">and {count(number, `more ${unit}`)}</p> : null;
}

/** A line's number as a button that shows the line in the editor. */
export function LineLink({ line }: { line: number }) {
  const page = usePage();
  return (
    <button
      type="button"
      class="line-link"
      // A click without a pointer comes from the keyboard, so the editor gets the focus. After a tap, that would open the
      // on-screen keyboard.
      onClick={({ detail }) => page.reveal(line, detail === 0)}
      title={`Show line ${line} in the file`}
    >
      line {line}
    </button>
  );
}

/** The part of the page that explains what is chosen. */
export const ANSWER_ID = 'answer';

/** Goes to the explanation of what was chosen elsewhere. */
export function showAnswer(): void {
  document.getElementById(ANSWER_ID)?.focus();
}

interface AskLinkProps {
  readonly url: string;
  readonly crawler: string;
}

/** A URL as a button that asks why a crawler may or may not fetch it. */
export function AskLink({ url, crawler }: AskLinkProps) {
  const { store } = usePage();
  return (
    <button
      type="button"
      class="line-link"
      title={`Ask why, for ${visible(crawler)}`}
      onClick={() => {
        store.choose(withCell(store.state.peek(), askedUrl(url), crawler));
        showAnswer();
      }}
    >
      <code>{shortened(url)}</code>
    </button>
  );
}
