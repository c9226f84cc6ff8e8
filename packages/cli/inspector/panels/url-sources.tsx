/** Where the URLs of the question can come from: a list that is a file, and the rules of the robots.txt. */
import { FileButton } from '../page/file-button.js';
import { usePage } from '../page/page.js';
import { readUrlListFile } from './read-url-list.js';

export function UrlSources() {
  const { store, report, refusal, sampleUrls } = usePage();
  const open = async (file: File): Promise<void> => {
    refusal.value = null;
    try {
      const { urls, summary } = await readUrlListFile(file);
      if (urls.length > 0) store.choose({ urls: urls.join('\n') });
      report(summary);
    } catch {
      refusal.value = `${file.name} cannot be read as a list of URLs.`;
    }
  };
  return (
    <div class="button-row quiet">
      <FileButton
        text="Open a list…"
        label="Open a list of URLs: a sitemap, a table or a text"
        onFiles={(files) => {
          const file = files?.[0];
          if (file !== undefined) void open(file);
        }}
      />
      <button type="button" onClick={sampleUrls.make}>
        Paths from the rules
      </button>
    </div>
  );
}
