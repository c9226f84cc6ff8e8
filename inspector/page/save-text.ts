/** Saves a text as a file, as the browser saves downloads. */
export function saveText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after this function; a minute is enough, and the page may be open for days.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
