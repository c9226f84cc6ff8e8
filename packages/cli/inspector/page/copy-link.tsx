/** Copies a link to what the page shows. */
import { useSignal } from '@preact/signals';
import { encodeLink } from '../state/link-code.js';
import { type Page, usePage } from './page.js';

const TOO_LARGE = 'The files are too large for a link. Share them as files.';

export function CopyLink() {
  const page = usePage();
  const refused = useSignal<string | null>(null);
  const isTooLarge = page.store.isTooLargeForLink.value;
  return (
    <>
      <button
        type="button"
        aria-disabled={isTooLarge}
        title={isTooLarge ? TOO_LARGE : 'The link has the file and the question. Nothing is sent.'}
        onClick={async () => {
          refused.value = await copyLink(page);
        }}
      >
        Copy link
      </button>
      {refused.value === null ? null : (
        <input
          type="text"
          readOnly
          class="link-text"
          aria-label="The link, to copy by hand"
          value={refused.value}
          ref={(input) => input?.select()}
        />
      )}
    </>
  );
}

/** @returns the link if the browser does not allow copying; otherwise null */
async function copyLink({ store, server, report }: Page): Promise<string | null> {
  // From the state, because the address follows it a moment later.
  const { hash, isTooLarge } = await encodeLink(store.state.peek());
  if (isTooLarge) {
    report(TOO_LARGE);
    return null;
  }
  const { href } = new URL(hash, location.href);
  try {
    await navigator.clipboard.writeText(href);
    report(`${COPIED}${whereItWorks(server)}`);
    return null;
  } catch {
    report('The browser does not allow copying. Copy the link from the field.');
    return href;
  }
}

const COPIED = 'The link is copied. It holds the file and the question.';

/** What a person should know about a link that others cannot open, as a sentence. */
function whereItWorks(server: Page['server']): string {
  if (server !== null) {
    return ' It works on this machine while the command runs. On another inspector page, put the part from # on after its address.';
  }
  const isLocal = location.protocol === 'file:' || /^(?:localhost|127\.|\[::1\])/.test(location.hostname);
  return isLocal ? ' It works on this machine only.' : '';
}
