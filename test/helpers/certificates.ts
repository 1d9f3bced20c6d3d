import { generateKeyPairSync, sign } from 'node:crypto';
import { sm2 } from 'sm-crypto-v2';
import { bigInteger, bits, der, generalizedTime, integer, objectId, sequence, set, utf8 } from './asn1.ts';

export const oids = {
  sm2WithSm3: '1.2.156.10197.1.501',
  sm3: '1.2.156.10197.1.401',
  rsaWithSha256: '1.2.840.113549.1.1.11',
  rsa: '1.2.840.113549.1.1.1',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  commonName: '2.5.4.3',
} as const;

/** A signer with their own certificate. */
export type Signer = {
  readonly name: string;
  readonly certificate: Buffer;
  /** Issuer and serial number in the form of CMS. */
  readonly issuerAndSerial: Buffer;
  readonly algorithm: string;
  readonly sign: (message: Uint8Array, digest?: 'sha1' | 'sha256') => Buffer;
};

type Wanted = {
  readonly name: string;
  readonly from?: string;
  readonly until?: string;
  /** The issuer, which signs the certificate; self-signed if absent. */
  readonly issuer?: Signer;
  readonly serial?: number;
};

const nameOf = (text: string): Buffer => sequence(set(sequence(objectId(oids.commonName), utf8(text))));

const certificateFor = (
  { name, from = '20200101000000Z', until = '20400101000000Z', issuer, serial = 7 }: Wanted,
  spki: Buffer,
  self: Pick<Signer, 'algorithm' | 'sign'>,
): Pick<Signer, 'certificate' | 'issuerAndSerial'> => {
  const signer = issuer ?? { ...self, name };
  const algorithm = sequence(objectId(signer.algorithm));
  const issuerName = nameOf(signer.name);
  const validity = sequence(generalizedTime(from), generalizedTime(until));
  const body = sequence(
    der(0xa0, integer(2)),
    integer(serial),
    algorithm,
    issuerName,
    validity,
    nameOf(name),
    spki,
  );
  return {
    certificate: sequence(body, algorithm, bits(signer.sign(body))),
    issuerAndSerial: sequence(issuerName, integer(serial)),
  };
};

/** A signer with an SM2 key. Signatures follow GM/T 0009, with the default identifier. */
export const sm2Signer = (wanted: Wanted): Signer => {
  const { privateKey, publicKey } = sm2.generateKeyPairHex();
  const makeSignature = (message: Uint8Array): Buffer => {
    const pair = sm2.doSignature(message, privateKey, { hash: true, publicKey });
    return sequence(bigInteger(pair.slice(0, 64)), bigInteger(pair.slice(64)));
  };
  const algorithm = sequence(objectId('1.2.840.10045.2.1'), objectId('1.2.156.10197.1.301'));
  const spki = sequence(algorithm, bits(Buffer.from(publicKey, 'hex')));
  const self = { algorithm: oids.sm2WithSm3, sign: makeSignature };
  return { name: wanted.name, ...self, ...certificateFor(wanted, spki, self) };
};

export const rsaSigner = (wanted: Wanted): Signer => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const self = {
    algorithm: oids.rsaWithSha256,
    sign: (message: Uint8Array, digest: 'sha1' | 'sha256' = 'sha256') => sign(digest, message, privateKey),
  };
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return { name: wanted.name, ...self, ...certificateFor(wanted, spki, self) };
};
