/** Problems with a link, with the history, or with opening a file. */
import { usePage } from './page.js';
import { visible } from './words.js';

export function Notices() {
  const { store, refusal } = usePage();
  return (
    <>
      <Notice text={store.notice.value} dismiss={() => store.dismissNotice()} />
      <Notice
        text={refusal.value}
        dismiss={() => {
          refusal.value = null;
        }}
      />
    </>
  );
}

function Notice({ text, dismiss }: { text: string | null; dismiss: () => void }) {
  if (text === null) return null;
  return (
    <div class="notice page-notice" role="alert">
      <p>{visible(text)}</p>
      <button type="button" onClick={dismiss}>
        Dismiss
      </button>
    </div>
  );
}
