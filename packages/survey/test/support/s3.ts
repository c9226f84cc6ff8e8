/** A server that speaks the protocol of S3, with a bucket `crawl`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { onTestFinished, vi } from 'vitest';

/** The only key pair that the server knows. */
export const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** What an environment without any setting of AWS has. */
const NO_SETTINGS = {
  AWS_ACCESS_KEY_ID: undefined,
  AWS_SECRET_ACCESS_KEY: undefined,
  AWS_SESSION_TOKEN: undefined,
  AWS_PROFILE: undefined,
  AWS_REGION: undefined,
  AWS_DEFAULT_REGION: undefined,
  AWS_ENDPOINT_URL: undefined,
  AWS_ENDPOINT_URL_S3: undefined,
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_EC2_METADATA_DISABLED: 'true',
};

/** Sets the environment for the test, with these settings and no others of AWS. */
export function useAwsSettings(settings: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries({ ...NO_SETTINGS, ...settings })) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

/** Starts the server for the test. Returns its URL, and what puts an object there. */
export async function startS3(): Promise<{
  readonly url: string;
  readonly put: (key: string, body: string | Uint8Array) => Promise<void>;
}> {
  const directory = mkdtempSync(join(tmpdir(), 'robotstream-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'crawl' }],
  });
  const { port } = await server.run();
  onTestFinished(async () => {
    await server.close();
    rmSync(directory, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  const client = new S3Client({
    endpoint: url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: KEYS,
  });
  onTestFinished(() => client.destroy());
  return {
    url,
    put: async (Key, Body) => {
      await client.send(new PutObjectCommand({ Bucket: 'crawl', Key, Body }));
    },
  };
}
