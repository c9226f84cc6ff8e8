/** A button that opens the browser's dialog for files. */
import { useRef } from 'preact/hooks';

export interface FileButtonProps {
  /** What the button says. */
  readonly text: string;
  /** What screen readers call the field for the file. */
  readonly label: string;
  /** Called with each file that is chosen. */
  readonly onFiles: (files: FileList | null) => void;
}

export function FileButton({ text, label, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        {text}
      </button>
      <input
        ref={input}
        type="file"
        class="visually-hidden"
        aria-label={label}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files);
          // The same file can then be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
