import { generateKeyPairSync, sign } from 'node:crypto';

/**
 * A new key and self-signed certificate, in PEM.
 * @param subject its name, also of the host: among several authorities, each has its own
 * @param last of the address 127.0.0.x that it is for, besides localhost
 */
export const makeSelfSigned = (
  subject = 'localhost',
  last = 1,
): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(commonName, der(0x0c, Buffer.from(subject)))));
  const validity = sequence(generalizedTime('20200101000000Z'), generalizedTime('21000101000000Z'));
  const alternatives = sequence(
    der(0x82, Buffer.from('localhost')),
    der(0x82, Buffer.from(subject)),
    der(0x87, Buffer.from([127, 0, 0, last])),
  );
  const extensions = sequence(
    sequence(
      basicConstraints,
      der(0x01, Buffer.from([0xff])),
      der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
    ),
    sequence(subjectAltName, der(0x04, alternatives)),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(
    body,
    ecdsaWithSha256,
    der(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
};

const der = (tag: number, content: Buffer): Buffer => {
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
};

const sequence = (...parts: readonly Buffer[]) => der(0x30, Buffer.concat(parts));
const set = (...parts: readonly Buffer[]) => der(0x31, Buffer.concat(parts));
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const generalizedTime = (time: string) => der(0x18, Buffer.from(time));

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
const commonName = objectId('550403');
const basicConstraints = objectId('551d13');
const subjectAltName = objectId('551d11');
