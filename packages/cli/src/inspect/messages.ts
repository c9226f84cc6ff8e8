/**
 * The messages between the server and the page, as JSON. The page imports these types.
 */

/** A robots.txt that was read or fetched. */
export interface FoundMessage {
  /** The name of the file, or the URL of the robots.txt. */
  readonly name: string;
  /** The octets in base64url without padding; null if there is no file. */
  readonly octets: string | null;
  /** Notes for the user, in whole sentences: where the file comes from, or why there is none. */
  readonly notes: readonly string[];
}

/** The answer to `GET opening`: what the command line asks the page to show. */
export interface OpeningMessage {
  /** Null if the command line names none. */
  readonly file: FoundMessage | null;
  /** The URL on the command line; null if there is none. */
  readonly url: string | null;
  /** The crawlers of `--agent`. */
  readonly agents: readonly string[];
  /** The profile of `--profile`; null if it is not given. */
  readonly profile: string | null;
}

/** The body of `POST fetch`, which {@link FoundMessage} answers. */
export interface FetchMessage {
  /** Any http, https or ftp URL of the site. */
  readonly url: string;
  /** Null if each crawler reads the status by its own. */
  readonly profile: string | null;
}

/** The body of an answer whose status is not 200. */
export interface FailureMessage {
  readonly error: string;
}
