import { createHash } from 'node:crypto';
import { sm3 } from 'sm-crypto-v2';
import { bits, generalizedTime, ia5, integer, objectId, octets, sequence, utcTime, utf8 } from './asn1.ts';
import { oids, type Signer } from './certificates.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { ofdInvoiceParts } from '../samples/digital/write-ofd.ts';
import { zip } from '../samples/digital/zip.ts';

/** Files by path in the package, without a leading slash. */
export type OfdFiles = ReadonlyMap<string, Buffer>;

export type SealOptions = {
  readonly version: 1 | 4;
  readonly signer: Signer;
  /** The maker of the seal. */
  readonly maker: Signer;
  /** `20240528021112Z` */
  readonly at?: string;
  readonly checkMethod?: string;
  readonly digest?: 'sm3' | 'sha256';
  /** End of the seal's own validity. */
  readonly until?: string;
  /** Paths not covered by the signature. */
  readonly leaveOut?: readonly string[];
  /** Certificates allowed to use the seal; the signer's by default. */
  readonly users?: readonly Buffer[];
  /** Certificates whose digests the seal of version 4 contains, instead of the certificates themselves. */
  readonly userDigests?: readonly Buffer[];
};

const documentFiles = (): [string, string][] => [
  [
    'OFD.xml',
    '<?xml version="1.0" encoding="UTF-8"?><ofd:OFD xmlns:ofd="http://www.ofdspec.org/2016" Version="1.1" DocType="OFD"><ofd:DocBody><ofd:DocInfo><ofd:DocID>1</ofd:DocID></ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot><ofd:Signatures>Doc_0/Signs/Signatures.xml</ofd:Signatures></ofd:DocBody></ofd:OFD>',
  ],
  ['Doc_0/Document.xml', '<ofd:Document xmlns:ofd="http://www.ofdspec.org/2016"/>'],
  ['Doc_0/Pages/Page_0/Content.xml', '<ofd:Page xmlns:ofd="http://www.ofdspec.org/2016"/>'],
  ['Doc_0/Attachs/original_invoice.xml', '<eInvoice/>'],
];

/** The files of a small unsigned document. */
export const plainOfd = (): OfdFiles =>
  new Map(documentFiles().map(([path, text]) => [path, Buffer.from(text)]));

const digestOf = (method: 'sm3' | 'sha256', bytes: Buffer): Buffer =>
  method === 'sm3' ? Buffer.from(sm3(bytes), 'hex') : createHash('sha256').update(bytes).digest();

const signatureXml = (files: OfdFiles, folder: string, options: SealOptions): Buffer => {
  const { at = '20240528021112Z', digest = 'sm3', checkMethod = oids.sm3, leaveOut = [] } = options;
  const references = [...files]
    .filter(([path]) => !leaveOut.includes(path) && path !== 'Doc_0/Signs/Signatures.xml')
    .map(
      ([path, bytes]) =>
        `<ofd:Reference FileRef="/${path}"><ofd:CheckValue>${digestOf(digest, bytes).toString('base64')}</ofd:CheckValue></ofd:Reference>`,
    )
    .join('');
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><ofd:Signature xmlns:ofd="http://www.ofdspec.org/2016"><ofd:SignedInfo>` +
      `<ofd:Provider ProviderName="test"/><ofd:SignatureMethod>${options.signer.algorithm}</ofd:SignatureMethod>` +
      `<ofd:SignatureDateTime>${at}</ofd:SignatureDateTime><ofd:References CheckMethod="${checkMethod}">${references}</ofd:References>` +
      `<ofd:StampAnnot ID="1" PageRef="1" Boundary="90 8 30 20"/></ofd:SignedInfo>` +
      `<ofd:SignedValue>/${folder}/SignedValue.dat</ofd:SignedValue></ofd:Signature>`,
  );
};

/** The seal of GM/T 0031 (v1) or GB/T 38540 (v4), signed by its maker. */
const sealOf = ({
  version,
  signer,
  maker,
  until = '20300101000000Z',
  users,
  userDigests,
}: SealOptions): Buffer => {
  const list = userDigests
    ? userDigests.map((one) => sequence(ia5('SM3'), octets(digestOf('sm3', one))))
    : (users ?? [signer.certificate]).map(octets);
  const time = version === 4 ? generalizedTime : (text: string) => utcTime(text.slice(2));
  const info = sequence(
    sequence(ia5('ES'), integer(version), ia5('TEST')),
    ia5('33010600000001'),
    sequence(
      integer(3),
      utf8('测试发票监制章'),
      ...(version === 4 ? [integer(userDigests ? 2 : 1)] : []),
      sequence(...list),
      time('20200101000000Z'),
      time('20200101000000Z'),
      time(until),
    ),
    sequence(ia5('PNG'), octets(Buffer.alloc(64, 7)), integer(30), integer(20)),
  );
  const [certificate, algorithm] = [octets(maker.certificate), objectId(maker.algorithm)];
  if (version === 4) return sequence(info, certificate, algorithm, bits(maker.sign(info)));
  const signed = maker.sign(sequence(info, certificate, algorithm));
  return sequence(info, sequence(certificate, algorithm, bits(signed)));
};

const signedValue = (record: Buffer, folder: string, options: SealOptions): Buffer => {
  const { version, signer, at = '20240528021112Z', digest = 'sm3' } = options;
  const time = version === 4 ? generalizedTime(at) : bits(Buffer.from(at));
  const [certificate, algorithm] = [octets(signer.certificate), objectId(signer.algorithm)];
  const common = [
    integer(version),
    sealOf(options),
    time,
    bits(digestOf(digest, record)),
    ia5(`/${folder}/Signature.xml`),
  ];
  const toSign = sequence(...common, ...(version === 1 ? [certificate, algorithm] : []));
  const signature = bits(signer.sign(toSign));
  return version === 4 ? sequence(toSign, certificate, algorithm, signature) : sequence(toSign, signature);
};

/** The files with another signature. */
export const sealFiles = (files: OfdFiles, options: SealOptions): OfdFiles => {
  const list = 'Doc_0/Signs/Signatures.xml';
  const count = [...files.keys()].filter((path) => path.endsWith('/Signature.xml')).length;
  const folder = `Doc_0/Signs/Sign_${count}`;
  const record = signatureXml(files, folder, options);
  const entries = Array.from(
    { length: count + 1 },
    (_, index) => `<ofd:Signature ID="${index + 1}" BaseLoc="/Doc_0/Signs/Sign_${index}/Signature.xml"/>`,
  ).join('');
  return new Map([
    ...files,
    [
      list,
      Buffer.from(`<ofd:Signatures xmlns:ofd="http://www.ofdspec.org/2016">${entries}</ofd:Signatures>`),
    ],
    [`${folder}/Signature.xml`, record],
    [`${folder}/SignedValue.dat`, signedValue(record, folder, options)],
  ]);
};

export const packOfd = (files: OfdFiles): Buffer => zip([...files].map(([name, bytes]) => ({ name, bytes })));

/** The files with one changed. */
export const withFile = (files: OfdFiles, path: string, change: (bytes: Buffer) => Buffer): OfdFiles =>
  new Map([...files].map(([name, bytes]) => [name, name === path ? change(bytes) : bytes]));

/** The files of a whole invoice, with data and printed page, under one signature. */
export const sealedInvoice = (invoice: Invoice, options: SealOptions): OfdFiles => {
  const files = Object.entries(ofdInvoiceParts(invoice, { attachment: true })).map(
    ([path, content]) => [path, Buffer.from(content)] as const,
  );
  const listed = withFile(new Map(files), 'OFD.xml', (bytes) =>
    Buffer.from(
      String(bytes).replace(
        '</ofd:DocRoot>',
        '</ofd:DocRoot><ofd:Signatures>Doc_0/Signs/Signatures.xml</ofd:Signatures>',
      ),
    ),
  );
  return sealFiles(listed, options);
};
