import { createHash } from 'node:crypto';
import { der, integer, objectId, octets, sequence, set, utcTime } from './asn1.ts';
import { oids, type Signer } from './certificates.ts';

type PdfSignatureKind =
  | 'adbe.pkcs7.detached'
  | 'adbe.pkcs7.sha1'
  | 'adbe.x509.rsa_sha1'
  | 'ETSI.CAdES.detached';

type SignOptions = {
  readonly kind: PdfSignatureKind;
  readonly signer: Signer;
  /** Further certificates besides the signer's. */
  readonly others?: readonly Buffer[];
  /** `240528021112Z` */
  readonly at?: string;
  /** With a table of places, as programs write it; without one, readers search the file. */
  readonly hasTable?: boolean;
};

const data = '1.2.840.113549.1.7.1';
const signedDataType = '1.2.840.113549.1.7.2';
const reserved = 8192;
const rangeDigits = 10;

const hash = (method: 'sha1' | 'sha256', bytes: Buffer): Buffer => createHash(method).update(bytes).digest();

const attributes = (digest: Buffer, at: string, certificate: Buffer | null): Buffer =>
  Buffer.concat([
    ...(certificate
      ? [
          sequence(
            objectId('1.2.840.113549.1.9.16.2.47'),
            set(sequence(sequence(sequence(octets(hash('sha256', certificate)))))),
          ),
        ]
      : []),
    sequence(objectId('1.2.840.113549.1.9.3'), set(objectId(data))),
    sequence(objectId('1.2.840.113549.1.9.5'), set(utcTime(at))),
    sequence(objectId('1.2.840.113549.1.9.4'), set(octets(digest))),
  ]);

const cmsOf = (signed: Buffer, { kind, signer, others = [], at = '240528021112Z' }: SignOptions): Buffer => {
  const carried = kind === 'adbe.pkcs7.sha1' ? hash('sha1', signed) : null;
  const method = sequence(objectId(oids.sha256));
  const signedAttributes = attributes(
    hash('sha256', carried ?? signed),
    at,
    kind === 'ETSI.CAdES.detached' ? signer.certificate : null,
  );
  const info = sequence(
    integer(1),
    signer.issuerAndSerial,
    method,
    der(0xa0, signedAttributes),
    sequence(objectId(oids.rsa)),
    octets(signer.sign(der(0x31, signedAttributes))),
  );
  const content = carried ? sequence(objectId(data), der(0xa0, octets(carried))) : sequence(objectId(data));
  return sequence(
    objectId(signedDataType),
    der(
      0xa0,
      sequence(
        integer(1),
        set(method),
        content,
        der(0xa0, Buffer.concat([signer.certificate, ...others])),
        set(info),
      ),
    ),
  );
};

const rangeText = (numbers: readonly number[]): string =>
  `[${numbers.map((number) => String(number).padStart(rangeDigits, '0')).join(' ')}]`;

/** A PDF with another revision: a signature over everything before and after its own bytes. */
export const signPdf = (file: Buffer, options: SignOptions): Buffer => {
  const { kind, signer } = options;
  const certificate = kind === 'adbe.x509.rsa_sha1' ? `/Cert <${signer.certificate.toString('hex')}> ` : '';
  const before = Buffer.concat([
    file,
    Buffer.from(
      `\n900 0 obj\n<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /${kind} /M (D:20240528101112+08'00') ${certificate}` +
        `/ByteRange ${rangeText([0, 0, 0, 0])} /Contents `,
    ),
  ]);
  const start = before.length + reserved * 2 + 2;
  const last = /.*startxref\s+(\d+)/su.exec(file.toString('latin1'))?.[1] ?? '0';
  const place = String(file.length + 1).padStart(10, '0');
  const after = Buffer.from(
    options.hasTable
      ? ` >>\nendobj\nxref\n900 1\n${place} 00000 n \ntrailer\n<< /Size 901 /Root 1 0 R /Prev ${last} >>\nstartxref\n${start + 11}\n%%EOF\n`
      : ` >>\nendobj\ntrailer\n<< /Size 901 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`,
  );
  const range = rangeText([0, before.length, start, after.length]);
  const rangeAt = before.lastIndexOf('/ByteRange ') + '/ByteRange '.length;
  before.write(range, rangeAt, 'latin1');
  const signed = Buffer.concat([before, after]);
  const value = kind === 'adbe.x509.rsa_sha1' ? octets(signer.sign(signed, 'sha1')) : cmsOf(signed, options);
  const hex = value.toString('hex').padEnd(reserved * 2, '0');
  return Buffer.concat([before, Buffer.from(`<${hex}>`), after]);
};
