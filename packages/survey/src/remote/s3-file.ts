/**
 * Files at s3 URLs: objects in a bucket of S3, or of a server that speaks its protocol. The SDK of AWS finds credentials, region and endpoint where its
 * other programs do: the environment, the files of profiles, the role of a container or of a machine.
 */
import { addAbortSignal, type Readable } from 'node:stream';
import type {
  GetObjectCommandInput,
  GetObjectCommandOutput,
  S3Client,
  S3ClientConfig,
} from '@aws-sdk/client-s3';
import { optionalPackage, parseRetryAfter } from '@robotstream/client/internal';
import { SECOND_MS } from 'robotstream/internal';
import { rangeStart } from './http-file.js';
import {
  isEntityTag,
  isTransientStatus,
  NOT_MODIFIED,
  OK,
  RANGE_NOT_SATISFIABLE,
  RemoteError,
  type RemoteFile,
  type RemoteRequest,
  type RemoteResponse,
} from './remote-file.js';

const MOVED = 301;
const BAD_REQUEST = 400;
const FORBIDDEN = 403;
const PRECONDITION_FAILED = 412;

/** Where buckets are that no setting has a region for. The SDK follows to another region. */
const DEFAULT_REGION = 'us-east-1';

/** Errors that another attempt may not meet, although their statuses are those of lasting ones. The SDK corrects its clock by the response. */
const TRANSIENT: ReadonlySet<string> = new Set(['RequestTimeout', 'RequestTimeTooSkewed', 'SlowDown']);

/** What the SDK says if no provider has credentials. */
const NO_CREDENTIALS = 'Could not load credentials from any providers';

/** How long connecting may take. */
const CONNECT_MS = 10 * SECOND_MS;

type Sdk = typeof import('@aws-sdk/client-s3');

/** A client, and whether it signs its requests. */
interface S3 {
  readonly sdk: Sdk;
  readonly client: S3Client;
  readonly signs: boolean;
}

/** `s3://BUCKET/KEY`. The key is taken as it is written, as by the other programs of AWS. */
const S3_URL = /^s3:\/\/([^/]+)\/(.*[^/])$/is;

/**
 * The object at an s3 URL.
 *
 * @throws {RemoteError} if the URL is not that of an object
 */
export function s3File(
  name: string,
  { userAgent, headers }: { readonly userAgent: string; readonly headers: Readonly<Record<string, string>> },
): RemoteFile {
  const [, bucket, key] = S3_URL.exec(name) ?? [];
  if (bucket === undefined || key === undefined)
    throw new RemoteError(`${name}: s3://BUCKET/KEY is expected, the URL of one object`);
  return {
    name,
    host: `s3://${bucket}`,
    async request(request) {
      const s3 = await s3Of(process.env);
      const command = new s3.sdk.GetObjectCommand({ Bucket: bucket, Key: key, ...conditionsOf(request) });
      command.middlewareStack.add(
        (next) => (args) => {
          setHeaders(args.request as OutgoingRequest, { 'user-agent': userAgent, ...headers });
          return next(args);
        },
        { step: 'build', priority: 'low' }, // after those of the SDK, and before they are signed
      );
      try {
        return answerOf(request, await s3.client.send(command, { abortSignal: request.signal }));
      } catch (error) {
        return refusal(name, bucket, s3, error as ServiceError, request);
      }
    },
  };
}

interface OutgoingRequest {
  readonly headers: Record<string, string>;
}

function setHeaders({ headers }: OutgoingRequest, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) headers[name.toLowerCase()] = value;
}

/** The client, by the settings that the environment names. Its connections and credentials are those of all files. */
let opened: { readonly settings: string; readonly s3: Promise<S3> } | undefined;

function s3Of(env: NodeJS.ProcessEnv): Promise<S3> {
  const settings = JSON.stringify(Object.entries(env).filter(([name]) => name.startsWith('AWS_')));
  if (opened?.settings !== settings) {
    const s3 = openS3(env);
    opened = { settings, s3 };
    s3.catch(() => {
      opened = undefined; // the next file may find a role that was missing
    });
  }
  return opened.s3;
}

/**
 * Makes a client by the settings of this machine. Without credentials it does not sign its requests, as for a public bucket.
 *
 * @throws {RobotsError} (rejects) `s3-package-missing`
 * @throws {RemoteError} (rejects) if there are credentials that cannot be used
 */
async function openS3(env: NodeJS.ProcessEnv): Promise<S3> {
  const sdk = await optionalPackage(
    '@aws-sdk/client-s3',
    'An s3 URL',
    () => import('@aws-sdk/client-s3'),
    's3-package-missing',
  );
  const { config } = new sdk.S3Client({});
  const endpoint = await (config as InternalConfig).serviceConfiguredEndpoint?.();
  const credentials = await config.credentials().catch((error: Error) => {
    if (error.message.startsWith(NO_CREDENTIALS) && !env.AWS_PROFILE) return undefined;
    throw new RemoteError(`the credentials for s3 URLs cannot be used: ${error.message}`, { cause: error });
  });
  const client = new sdk.S3Client({
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION || (await config.region().catch(() => DEFAULT_REGION)),
    followRegionRedirects: true,
    // Only AWS and its likes have a name of the domain name system for each bucket.
    forcePathStyle: Boolean(endpoint ?? env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL),
    responseChecksumValidation: 'WHEN_REQUIRED', // it cannot be done for ranges
    maxAttempts: 1, // what reads the octets tries again
    requestHandler: { connectionTimeout: CONNECT_MS },
    ...(credentials === undefined ? UNSIGNED : { credentials: config.credentials }),
  });
  return { sdk, client, signs: credentials !== undefined };
}

/** What a client has beside its documented settings. */
type InternalConfig = { readonly serviceConfiguredEndpoint?: () => Promise<string | undefined> };

const UNSIGNED: S3ClientConfig = {
  credentials: { accessKeyId: '', secretAccessKey: '' },
  signer: { sign: (request) => Promise.resolve(request) },
};

function conditionsOf({ from, version }: RemoteRequest): Partial<GetObjectCommandInput> {
  if (from > 0) return { Range: `bytes=${from}-`, ...(version !== null && { IfMatch: version }) };
  return version !== null && isEntityTag(version) ? { IfNoneMatch: version } : {};
}

function answerOf({ from, signal }: RemoteRequest, output: GetObjectCommandOutput): RemoteResponse {
  const { Body, ContentLength, ContentRange, ETag, $metadata } = output;
  const body = Body as Readable;
  // The SDK ends a request by its signal, and not the response.
  addAbortSignal(signal, body);
  return {
    start: $metadata.httpStatusCode === OK ? 0 : rangeStart(ContentRange, from),
    facts: { size: ContentLength ?? null, version: ETag ?? null },
    hasRanges: true,
    octets: body,
  };
}

/** What the SDK fails with. */
interface ServiceError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers: Readonly<Record<string, string | undefined>> };
}

/** What an error of the SDK means. @throws {Error} the same error, if it is none of the server */
function refusal(
  name: string,
  bucket: string,
  { signs }: S3,
  error: ServiceError,
  { from }: RemoteRequest,
): RemoteResponse {
  const status = error.$metadata?.httpStatusCode;
  if (status === undefined) throw error;
  if (status === NOT_MODIFIED) return 'unchanged';
  if (status === RANGE_NOT_SATISFIABLE && from > 0) return 'ended';
  const headers = error.$response?.headers ?? {};
  throw new RemoteError(`${name}: ${reasonOf(status, error, bucket, headers, signs)}`, {
    isTransient: isTransientStatus(status) || TRANSIENT.has(error.name),
    retryAfterMs: parseRetryAfter(headers['retry-after'], Date.now()),
    cause: error,
  });
}

function reasonOf(
  status: number,
  { name, message }: ServiceError,
  bucket: string,
  headers: Readonly<Record<string, string | undefined>>,
  signs: boolean,
): string {
  const region = headers['x-amz-bucket-region'];
  const answer = `status ${status}, ${name}${message === '' || message === name ? '' : `: ${message}`}`;
  if (name === 'NoSuchBucket') return `there is no bucket ${bucket} (${answer})`;
  if (name === 'NoSuchKey') return `the bucket ${bucket} has no object with this key (${answer})`;
  if (status === PRECONDITION_FAILED) return 'the object changed while it was read';
  if (region !== undefined && (status === MOVED || status === BAD_REQUEST))
    return `the bucket ${bucket} is in the region ${region}; set AWS_REGION (${answer})`;
  if (status === FORBIDDEN && !signs)
    return `access is denied, and no credentials were found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE (${answer})`;
  return status === FORBIDDEN ? `access is denied (${answer})` : `the server refuses (${answer})`;
}
