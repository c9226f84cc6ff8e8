/**
 * Certificates for the scripted servers: made for each run, for the hosts of the scripts (RFC 5280, DER as in X.690).
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate with its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority, and a certificate that it has issued. */
export interface Certificates {
  /** The certificate that a program has to trust, as PEM. */
  readonly authority: string;
  readonly server: Certificate;
}

const AUTHORITY_NAME = 'robots.txt conformance suite, one run';
const SERVER_NAME = 'scripted servers';

/**
 * Makes a new authority and a certificate for hosts.
 *
 * @param hosts names and IPv4 addresses
 */
export function makeCertificates(hosts: readonly string[]): Certificates {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cert = (subject: string, publicKey: KeyObject, extensions: readonly Buffer[]): string =>
    certificate({ subject, publicKey, extensions, issuerKeys: authority });
  return {
    authority: cert(AUTHORITY_NAME, authority.publicKey, [IS_AUTHORITY, SIGNS_CERTIFICATES]),
    server: {
      cert: cert(SERVER_NAME, server.publicKey, [IS_SERVER, SIGNS, alternativeNames(hosts)]),
      key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    },
  };
}

interface Parts {
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Buffer[];
  readonly issuerKeys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
}

function certificate({ subject, publicKey, extensions, issuerKeys }: Parts): string {
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const keyId = (key: KeyObject): Buffer =>
    createHash('sha1')
      .update(key.export({ type: 'spki', format: 'der' }))
      .digest();
  const identifiers = [
    extension(OID.subjectKeyIdentifier, false, der(TAG.octets, keyId(publicKey))),
    extension(OID.authorityKeyIdentifier, false, sequence(der(0x80, keyId(issuerKeys.publicKey)))),
  ];
  const signed = sequence(
    der(0xa0, der(TAG.integer, Buffer.of(2))), // version 3
    der(TAG.integer, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    name(AUTHORITY_NAME),
    sequence(der(TAG.utcTime, Buffer.from('200101000000Z')), der(TAG.time, Buffer.from('21260101000000Z'))),
    name(subject),
    spki,
    der(0xa3, sequence(...extensions, ...identifiers)),
  );
  const signature = sign('sha256', signed, issuerKeys.privateKey);
  return pem(sequence(signed, ECDSA_WITH_SHA256, bits(0, signature)));
}

const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  identifier: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Object identifiers, encoded. */
const OID = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  subjectKeyIdentifier: '551d0e',
  keyUsage: '551d0f',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  authorityKeyIdentifier: '551d23',
} as const;

/** A value with its tag and its length. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const lengthOctets =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...lengthOctets), content]);
}

function sequence(...members: readonly Uint8Array[]): Buffer {
  return der(TAG.sequence, ...members);
}

/** A bit string whose last octet has so many unused bits. */
function bits(unused: number, octets: Uint8Array): Buffer {
  return der(TAG.bits, Buffer.of(unused), octets);
}

function identifier(hex: string): Buffer {
  return der(TAG.identifier, Buffer.from(hex, 'hex'));
}

function name(text: string): Buffer {
  return sequence(der(TAG.set, sequence(identifier(OID.commonName), der(TAG.utf8, Buffer.from(text)))));
}

const TRUE = der(TAG.boolean, Buffer.of(0xff));

function extension(hex: string, isCritical: boolean, value: Uint8Array): Buffer {
  return sequence(identifier(hex), ...(isCritical ? [TRUE] : []), der(TAG.octets, value));
}

const ECDSA_WITH_SHA256 = sequence(identifier(OID.ecdsaWithSha256));
const IS_AUTHORITY = extension(OID.basicConstraints, true, sequence(TRUE));
const IS_SERVER = extension(OID.basicConstraints, true, sequence());
/** keyCertSign */
const SIGNS_CERTIFICATES = extension(OID.keyUsage, true, bits(2, Buffer.of(0x04)));
/** digitalSignature */
const SIGNS = extension(OID.keyUsage, true, bits(7, Buffer.of(0x80)));

function alternativeNames(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    isIP(host) === 4 ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
  );
  return extension(OID.subjectAltName, false, sequence(...names));
}

function pem(octets: Buffer): string {
  const lines = octets.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
