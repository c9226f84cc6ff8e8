/** Gets the robots.txt of a site, through the command that serves the page. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { usePage } from '../page/page.js';

export function SiteFile() {
  const { server } = usePage();
  return server === null ? null : <SiteForm />;
}

function SiteForm() {
  const page = usePage();
  const { store, server, sampleUrls } = page;
  const url = useSignal('');
  const isPending = useSignal(false);
  const notes = useSignal(page.opening);
  const fault = useSignal<string | null>(null);
  const running = useRef<AbortController | null>(null);

  const cancel = (): void => {
    running.current?.abort();
    running.current = null;
    isPending.value = false;
  };
  const get = async (): Promise<void> => {
    cancel();
    const controller = new AbortController();
    running.current = controller;
    isPending.value = true;
    fault.value = null;
    notes.value = null;
    try {
      const { profile } = store.state.value;
      const found = await server?.fetchSite(
        { url: withScheme(url.value), profile: profile ?? null },
        controller.signal,
      );
      if (controller.signal.aborted || found === undefined) return;
      if (found.file !== null) sampleUrls.open(found.file);
      notes.value = { state: store.state.peek(), notes: found.notes };
      isPending.value = false;
    } catch (error) {
      if (controller.signal.aborted) return;
      fault.value = error instanceof Error ? error.message : String(error);
      isPending.value = false;
    }
  };
  const { fileName } = store.state.value;
  const shownNotes = notes.value?.state.fileName === fileName ? notes.value.notes : [];
  return (
    <form
      class="site-file"
      aria-label="Robots.txt of a site"
      onSubmit={(event) => {
        event.preventDefault();
        void get();
      }}
    >
      <label for="site-url">Site</label>
      <input
        id="site-url"
        type="text"
        required
        inputMode="url"
        placeholder="https://example.com/"
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        value={url.value}
        onInput={({ currentTarget }) => {
          url.value = currentTarget.value;
        }}
      />
      {/* One button, which keeps the focus. */}
      <button
        type="button"
        onClick={({ currentTarget }) => {
          if (isPending.value) cancel();
          else currentTarget.form?.requestSubmit();
        }}
      >
        {isPending.value ? 'Cancel' : 'Get robots.txt'}
      </button>
      <div class="site-notes" role="status">
        {isPending.value ? <p>Fetching…</p> : null}
        {shownNotes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {fault.value === null ? null : <p class="notice">{fault.value}</p>}
      </div>
    </form>
  );
}

/** The URL with `https`, if it has no scheme, as in the address bar of a browser. */
function withScheme(given: string): string {
  const url = given.trim();
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`;
}
