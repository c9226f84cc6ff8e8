/** The top of the page: what it is, and what can be done with the file as a whole. */
import { useRef } from 'preact/hooks';
import { opened } from '../state/state.js';
import { CopyLink } from './copy-link.js';
import { FileButton } from './file-button.js';
import { openFile } from './open-file.js';
import { usePage } from './page.js';
import { openSample, SAMPLES } from './samples.js';

export function Header() {
  return (
    <header class="header">
      <h1>
        <span class="brand">robotstream</span> <span class="title">robots.txt inspector</span>
      </h1>
      <FileActions />
    </header>
  );
}

function FileActions() {
  const page = usePage();
  const menu = useRef<HTMLDetailsElement>(null);
  const closeMenu = (): void => {
    if (menu.current === null) return;
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };
  return (
    <div class="actions">
      <FileButton
        text="Open…"
        label="Open a robots.txt"
        onFiles={(files) => {
          const file = files?.[0];
          if (file !== undefined) void openFile(page, file);
        }}
      />
      <details
        class="menu"
        ref={menu}
        onKeyDown={({ key }) => {
          if (key === 'Escape') closeMenu();
        }}
        onFocusOut={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget as Node | null)) currentTarget.open = false;
        }}
      >
        <summary class="button">Samples</summary>
        <ul>
          {SAMPLES.map((sample) => (
            <li key={sample.title}>
              <button
                type="button"
                onClick={() => {
                  openSample(page, sample);
                  closeMenu();
                }}
              >
                {sample.title}
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              onClick={() => {
                page.store.choose(opened({ octets: new Uint8Array(), name: 'robots.txt' }));
                page.announce('The file is empty.');
                closeMenu();
              }}
            >
              Empty file
            </button>
          </li>
        </ul>
      </details>
      <CopyLink />
    </div>
  );
}
