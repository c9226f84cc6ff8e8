/** Saves a text or octets as a file, as the browser saves downloads. */
export function saveFile(name: string, type: string, content: string | Uint8Array): void {
  const url = URL.createObjectURL(
    new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after this function; a minute is enough, and the page may be open for days.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
