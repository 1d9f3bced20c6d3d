import { deflateSync } from 'node:zlib';
import { checkOfdSeals } from '../../electron/extract/document/seal/check-ofd-seals.ts';
import { checkPdfSeals } from '../../electron/extract/document/seal/check-pdf-seals.ts';
import { openPackage } from '../../electron/extract/document/ofd/package.ts';
import { OfdFailure } from '../../electron/extract/document/ofd/limits.ts';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { makeInvoicePdf } from '../samples/digital/write-pdf.ts';
import { zip, type ZipPart } from '../samples/digital/zip.ts';
import { between, chance, pick, seededRandom, shuffle, type Random } from '../samples/random.ts';
import { rsaSigner, sm2Signer } from './certificates.ts';
import { sealedInvoice } from './sealed-ofd.ts';
import { signPdf } from './signed-pdf.ts';
import { unicodePath } from './unicode-path.ts';

/** Changes of sealed files, made at random, and whether the check of seals notices them. */

type Parts = readonly ZipPart[];
type OfdChange = (parts: Parts, random: Random) => Parts;
type PdfChange = (file: Buffer, random: Random) => Buffer;

const nameOf = ({ name }: ZipPart): string => String(name);

const pickPart = (parts: Parts, random: Random): ZipPart => pick(random, parts);

/** The same with one byte changed, taken out or put in. */
const otherBytes = (bytes: Buffer, random: Random): Buffer => {
  const at = between(random, 0, Math.max(0, bytes.length - 1));
  if (chance(random, 0.2)) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
  if (chance(random, 0.2))
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(' '), bytes.subarray(at)]);
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ (1 << between(random, 0, 7));
  return copy;
};

const replaced = (parts: Parts, old: ZipPart, ...by: readonly ZipPart[]): Parts =>
  parts.flatMap((part) => (part === old ? by : [part]));

const rewritten = (parts: Parts, name: string, change: (text: string) => string): Parts =>
  parts.map((part) =>
    nameOf(part) === name ? { ...part, bytes: Buffer.from(change(part.bytes.toString())) } : part,
  );

const wrongFolder = (random: Random): string =>
  pick(random, ['', 'Doc_0/', 'Doc_0/Attachs/', 'Doc_0/Signs/', 'Doc_0/Signs/Sign_0/', 'Doc_0/Pages/']);

const evil = Buffer.from('<eInvoice><BuyerName>其他公司</BuyerName></eInvoice>');

/** Ways to change a sealed package, by their names. */
export const ofdChanges = {
  content: (parts, random) => {
    const part = pickPart(parts, random);
    return replaced(parts, part, { ...part, bytes: otherBytes(part.bytes, random) });
  },
  swapped: (parts, random) => {
    const [one, other] = shuffle(random, parts);
    if (!one || !other) return parts;
    return parts.map((part) => {
      if (part === one) return { ...part, bytes: other.bytes };
      return part === other ? { ...part, bytes: one.bytes } : part;
    });
  },
  missing: (parts, random) => replaced(parts, pickPart(parts, random)),
  name: (parts, random) => {
    const part = pickPart(parts, random);
    const name = nameOf(part);
    const other = pick(random, [
      name.toLowerCase(),
      name.toUpperCase(),
      `./${name}`,
      `/${name}`,
      name.replace('/', '//'),
      name.replace('/', '\\'),
      `Doc_0/../${name}`,
      `${name}.bak`,
    ]);
    return replaced(parts, part, { ...part, name: other });
  },
  // Which of two entries counts differs from program to program.
  double: (parts, random) => {
    const part = pickPart(parts, random);
    const other = { ...part, bytes: otherBytes(part.bytes, random) };
    if (chance(random, 0.5)) return [...parts, other];
    return chance(random, 0.5)
      ? [other, ...parts]
      : [...parts, { ...other, name: nameOf(part).toUpperCase() }];
  },
  // Two names for one entry: the raw one, and another in Info-ZIP's extra field.
  'extra field': (parts, random) => {
    const part = pickPart(parts, random);
    const name = nameOf(part);
    const kept = `Doc_0/Signs/Sign_0/y${between(random, 1, 9)}.xml`;
    const forged = {
      name,
      bytes: otherBytes(part.bytes, random),
      extra: unicodePath(`Doc_0/Signs/Sign_0/x.xml`, Buffer.from(name)),
    };
    const genuine = { name: kept, bytes: part.bytes, extra: unicodePath(name, Buffer.from(kept)) };
    return replaced(parts, part, forged, genuine);
  },
  'added part': (parts, random) => {
    const name = pick(random, ['original_invoice.xml', 'Content.xml', 'evil.xml', 'Signature.xml', 'x.esl']);
    return [...parts, { name: `${wrongFolder(random)}${name}`, bytes: evil }];
  },
  // The package leads to a changed copy of a part.
  reference: (parts, random) => {
    const part = pick(
      random,
      parts.filter((one) => /Document\.xml|Content\.xml/u.test(nameOf(one))),
    );
    const copy = `${wrongFolder(random)}copy.xml`;
    const base = nameOf(part).slice(nameOf(part).lastIndexOf('/') + 1);
    const led = parts.map((one) =>
      nameOf(one).endsWith('.xml') && one !== part
        ? { ...one, bytes: Buffer.from(one.bytes.toString().replaceAll(base, 'copy.xml')) }
        : one,
    );
    return [...led, { name: copy, bytes: otherBytes(part.bytes, random) }];
  },
  'removed signature': (parts, random) => {
    const changedParts = replaced(
      parts,
      pick(
        random,
        parts.filter((one) => /Content\.xml|original_invoice/u.test(nameOf(one))),
      ),
      { name: 'Doc_0/Pages/Page_0/Content.xml', bytes: evil },
    );
    return pick(random, [
      () =>
        rewritten(changedParts, 'OFD.xml', (text) =>
          text.replace(/<ofd:Signatures>.*?<\/ofd:Signatures>/u, ''),
        ),
      () =>
        rewritten(changedParts, 'Doc_0/Signs/Signatures.xml', (text) =>
          text.replace(/<ofd:Signature .*?\/>/u, ''),
        ),
      () => changedParts.filter((one) => nameOf(one) !== 'Doc_0/Signs/Signatures.xml'),
      () => changedParts.filter((one) => !nameOf(one).endsWith('SignedValue.dat')),
    ])();
  },
  // The record moves, and a folder of content becomes the folder of a signature.
  'moved record': (parts, random) => {
    const record = parts.find((one) => nameOf(one).endsWith('Sign_0/Signature.xml'));
    if (!record) return parts;
    const to = `${pick(random, ['Doc_0', 'Doc_0/Pages/Page_0', 'Doc_0/Attachs'])}/Signature.xml`;
    const led = rewritten(parts, 'Doc_0/Signs/Signatures.xml', (text) =>
      text.replace('Doc_0/Signs/Sign_0/Signature.xml', to),
    );
    return [
      ...led,
      { name: to, bytes: record.bytes },
      { name: `${wrongFolder(random)}evil.xml`, bytes: evil },
    ];
  },
  'other encoding': (parts, random) => {
    const part = pick(
      random,
      parts.filter((one) => nameOf(one).endsWith('.xml')),
    );
    const bytes = pick(random, [
      () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), part.bytes]),
      () => Buffer.concat([part.bytes, Buffer.from([0xff, 0xfe])]),
      () => Buffer.from(`\ufeff${part.bytes.toString()}`, 'utf16le'),
      () => Buffer.concat([Buffer.from(' '), part.bytes]),
    ])();
    return replaced(parts, part, { ...part, bytes });
  },
} as const satisfies Record<string, OfdChange>;

/** Where the signature's hex digits stand: the only bytes that it can't cover. */
const holeOf = (file: Buffer): readonly [from: number, to: number] => {
  const [, from = '0', to = '0'] = /\/ByteRange \[0+ (\d+) (\d+) \d+\]/u.exec(file.toString('latin1')) ?? [];
  return [Number(from), Number(to)];
};

const replacedText = (file: Buffer, from: string | RegExp, to: string): Buffer =>
  Buffer.from(file.toString('latin1').replace(from, to), 'latin1');

const pageContent = (text: string): string => {
  const packed = deflateSync(Buffer.from(`BT /F1 9 Tf 9 9 Td (${text}) Tj ET`)).toString('latin1');
  return `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`;
};

/** Another revision that replaces an object. */
const update = (file: Buffer, random: Random): string => {
  const objects = [...file.toString('latin1').matchAll(/(\d+) 0 obj/gu)].map(([, number = '1']) => number);
  const number = pick(random, objects);
  return `\n${number} 0 obj\n${pageContent('938.00')}\nendobj\nxref\n0 0\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`;
};

/** Ways to change a signed PDF, by their names. */
export const pdfChanges = {
  content: (file, random) => {
    const [from, to] = holeOf(file);
    const at = chance(random, 0.7) ? between(random, 0, from - 1) : between(random, to, file.length - 1);
    const copy = Buffer.from(file);
    copy[at] = (copy[at] ?? 0) ^ (1 << between(random, 0, 7));
    return copy;
  },
  'incremental update': (file, random) => Buffer.concat([file, Buffer.from(update(file, random), 'latin1')]),
  'signed update': (file, random) => {
    const objects = update(file, random).split('xref')[0] ?? '';
    const updated = Buffer.concat([file, Buffer.from(objects, 'latin1')]);
    return signPdf(updated, { kind: 'adbe.pkcs7.detached', signer: otherSigner });
  },
  'update in front': (file, random) => Buffer.concat([Buffer.from(update(file, random), 'latin1'), file]),
  'hidden update': (file, random) => {
    const name = pick(random, ['/ByteRange', '/SubFilter', '/Contents', '/Type /Sig']);
    const letter = name.charCodeAt(2).toString(16);
    const hidden = replacedText(file, name, `${name.slice(0, 2)}#${letter}${name.slice(3)}`);
    return Buffer.concat([hidden, Buffer.from(update(file, random), 'latin1')]);
  },
  'removed signature': (file, random) =>
    Buffer.concat([
      pick(random, [
        () => replacedText(file, '/ByteRange', '/BiteRange'),
        () => replacedText(file, /\/ByteRange \[[^\]]*\]/u, ''),
        () => replacedText(file, '/Type /Sig', '/Type /Xig'),
        () => replacedText(file, '/SubFilter', '/SubFilte'),
      ])(),
      Buffer.from(update(file, random), 'latin1'),
    ]),
  // The ranges leave out more than the signature's own digits.
  'other ranges': (file, random) =>
    replacedText(
      file,
      /\/ByteRange \[([^\]]*)\]/u,
      (() => {
        const numbers = (/\/ByteRange \[([^\]]*)\]/u.exec(file.toString('latin1'))?.[1] ?? '')
          .split(' ')
          .map(Number);
        const at = between(random, 0, 3);
        const changed = numbers.map((number, index) =>
          index === at ? number + between(random, 1, 400) : number,
        );
        return `/ByteRange [${changed.map((one) => String(one).padStart(10, '0')).join(' ')}]`;
      })(),
    ),
  'content in the gap': (file, random) => {
    const [from, to] = holeOf(file);
    const text = update(file, random);
    const inside = between(random, from + 1, to - text.length - 1);
    const copy = Buffer.from(file);
    copy.write(chance(random, 0.5) ? `>${text}<` : text, inside, 'latin1');
    return copy;
  },
  'inserted bytes': (file, random) => {
    const [from] = holeOf(file);
    const at = between(random, 1, from);
    return Buffer.concat([file.subarray(0, at), Buffer.from('\n'), file.subarray(at)]);
  },
} as const satisfies Record<string, PdfChange>;

const maker = sm2Signer({ name: '制章机构' });
const signer = sm2Signer({ name: '某税务局', issuer: maker });
const pdfSigner = rsaSigner({ name: '某税务局' });
const otherSigner = rsaSigner({ name: '某公司' });

const exempt = /(?:^|\/)(?:Signatures\.xml|Signature\.xml|SignedValue\.dat)$/iu;

/** The parts that are read or drawn, as our reader opens them; null if it refuses the file. */
const usedParts = async (bytes: Buffer): Promise<ReadonlyMap<string, Buffer | null> | null> => {
  try {
    const opened = await openPackage(bytes);
    const paths = opened.paths.filter((path) => !exempt.test(path));
    // Our reader finds a part in any case.
    return new Map(paths.map((path) => [path.toLowerCase(), opened.bytesOf(path)]));
  } catch (error) {
    if (error instanceof OfdFailure) return null;
    throw error;
  }
};

const areSame = (
  one: ReadonlyMap<string, Buffer | null>,
  other: ReadonlyMap<string, Buffer | null>,
): boolean =>
  one.size === other.size && [...one].every(([path, bytes]) => bytes?.equals(other.get(path) ?? Buffer.of()));

export type Tried = {
  /** Changes after which other bytes are used, and those among them that a check took for unchanged. */
  readonly changed: number;
  readonly missed: readonly string[];
  /** Packages with the same parts in another form, and those among them that did not stay unchanged. */
  readonly repacked: number;
  readonly alarms: readonly string[];
};

/** Tries random changes of sealed OFDs. */
export const tryOfdChanges = async (rounds: number, seed: number): Promise<Tried> => {
  const random = seededRandom(seed);
  const names = Object.keys(ofdChanges);
  const [missed, alarms]: [string[], string[]] = [[], []];
  let [changed, repacked] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const invoice = makeDigitalInvoice(seededRandom(seed + (round % 7)), {
      lines: 1,
      isRed: false,
      hasSpecialCharacters: false,
    });
    const options = { version: round % 2 === 0 ? 1 : 4, signer, maker } as const;
    const parts = [...sealedInvoice(invoice, options)].map(([name, bytes]) => ({ name, bytes }));
    const genuine = await usedParts(zip(parts));
    if (!genuine) throw new Error('A genuine file is refused');
    const again = zip(shuffle(random, parts));
    repacked += 1;
    if ((await checkOfdSeals(again))?.state !== 'unchanged') alarms.push(`${round}`);
    const name = names[round % names.length] ?? '';
    const change = Object.entries(ofdChanges).find(([known]) => known === name)?.[1];
    const file = zip(change ? change(parts, random) : parts);
    const used = await usedParts(file);
    if (!used || areSame(genuine, used)) continue;
    changed += 1;
    const seal = await checkOfdSeals(file);
    if (seal === null || seal.state === 'unchanged')
      missed.push(`${name} (${round}): ${seal?.state ?? 'no seal'}`);
  }
  return { changed, missed, repacked, alarms };
};

const pdfKinds = [
  'adbe.pkcs7.detached',
  'adbe.pkcs7.sha1',
  'adbe.x509.rsa_sha1',
  'ETSI.CAdES.detached',
] as const;

/** Tries random changes of signed PDFs. */
export const tryPdfChanges = async (rounds: number, seed: number): Promise<Tried> => {
  const random = seededRandom(seed);
  const changes = Object.entries(pdfChanges);
  const [missed, alarms]: [string[], string[]] = [[], []];
  const printed = [1, 2, 3].map((one) => makeInvoicePdf(seed + one, 2).bytes);
  for (let round = 0; round < rounds; round += 1) {
    const kind = pick(random, pdfKinds);
    const genuine = signPdf(pick(random, printed), { kind, signer: pdfSigner });
    if ((await checkPdfSeals(genuine))?.state !== 'unchanged') alarms.push(`${round}`);
    const [name, change] = changes[round % changes.length] ?? [];
    if (!change) continue;
    const seal = await checkPdfSeals(change(genuine, random));
    if (seal === null || seal.state === 'unchanged')
      missed.push(`${name} (${round}, ${kind}): ${seal?.state ?? 'no seal'}`);
  }
  return { changed: rounds, missed, repacked: rounds, alarms };
};
