/** Where the URLs of the question can come from: a list that is a file, and the rules of the robots.txt. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { FileButton } from '../page/file-button.js';
import { useAnswer, usePage } from '../page/page.js';
import { count } from '../page/words.js';

export function UrlSources() {
  const { store, report, refusal } = usePage();
  const isWanted = useSignal(false);
  const samples = useAnswer('samples', ({ profile }) => (isWanted.value ? { profile } : null));
  useSignalEffect(() => {
    const { answer, isPending } = samples.value;
    if (!isWanted.value || isPending || answer === null) return;
    isWanted.value = false;
    if (answer.length === 0) {
      report('The file has no rule that matches a path.');
      return;
    }
    store.choose({ urls: answer.join('\n') });
    report(`${count(answer.length, 'path')} that the rules of the file match.`);
  });
  const open = async (file: File): Promise<void> => {
    refusal.value = null;
    try {
      const { readUrlListFile } = await import('./read-url-list.js');
      const { urls, summary } = await readUrlListFile(file);
      if (urls.length > 0) store.choose({ urls: urls.join('\n'), panel: 'verdicts' });
      report(summary);
    } catch {
      refusal.value = `${file.name} cannot be read as a list of URLs.`;
    }
  };
  return (
    <div class="button-row">
      <FileButton
        text="Open a list…"
        label="Open a list of URLs: a sitemap, a table or a text"
        onFiles={(files) => {
          const file = files?.[0];
          if (file !== undefined) void open(file);
        }}
      />
      <button
        type="button"
        onClick={() => {
          isWanted.value = true;
        }}
      >
        Paths from the rules
      </button>
    </div>
  );
}
