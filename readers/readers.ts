/** The programs that are asked, and how. */

export interface Reader {
  /** The name of its adapter's answers, and of the profile that reads as it does. */
  readonly name: string;
  /** What is asked, for people. */
  readonly program: string;
  /** Starts its adapter in the root of the repository. */
  readonly command: readonly string[];
  /** The Debian package that has the program; undefined for one that has to be found elsewhere. */
  readonly debianPackage?: string;
}

const ADAPTERS = 'readers/adapters';

export const READERS: readonly Reader[] = [
  {
    name: 'python-3.11',
    program: 'urllib.robotparser of CPython 3.11',
    command: ['/usr/bin/python3', `${ADAPTERS}/urllib-robotparser.py`],
    debianPackage: 'libpython3.11-stdlib',
  },
];

/** @throws {TypeError} if there is no such reader */
export function readerOf(name: string): Reader {
  const reader = READERS.find((reader) => reader.name === name);
  if (reader !== undefined) return reader;
  throw new TypeError(
    `There is no reader named ${name}. Readers: ${READERS.map(({ name }) => name).join(', ')}.`,
  );
}
