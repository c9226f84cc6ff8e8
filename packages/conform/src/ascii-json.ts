/** JSON for programs that may read their input in another encoding than UTF-8. */

/** JSON in ASCII: a program that reads its input in another encoding than UTF-8 reads the same. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
