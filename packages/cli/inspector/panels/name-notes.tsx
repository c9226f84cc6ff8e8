/** What is unusual about the names of crawlers in the question: misspelled ones, retired ones, User-Agent headers. */
import type { NamedCrawler } from '../engine/named-crawlers.js';
import { usePage } from '../page/page.js';
import { shortened } from '../page/words.js';

/** How many notes are shown. */
const MAX_NOTES = 5;

export function NameNotes({ crawlers }: { crawlers: readonly NamedCrawler[] }) {
  const { store, announce } = usePage();
  const noted = crawlers.filter(({ note }) => note !== null).slice(0, MAX_NOTES);
  return (
    <>
      {noted.map(({ name, note }) => {
        const instead = note?.instead ?? null;
        return (
          <p class="notice name-note" key={name}>
            {shortened(note?.sentence ?? '')}
            {instead === null ? null : (
              <button
                type="button"
                onClick={() => {
                  store.choose({ crawlers: respelled(store.state.peek().crawlers, instead) });
                  announce(`${instead.meant} is in place of ${instead.typed}.`);
                }}
              >
                Use {instead.meant}
              </button>
            )}
          </p>
        );
      })}
    </>
  );
}

/** The text with a name replaced by what is meant. */
function respelled(
  text: string,
  { typed, meant }: { readonly typed: string; readonly meant: string },
): string {
  return text.replace(/[^\s,;]+/g, (word) => (word === typed ? meant : word));
}
