import iconv from 'iconv-lite';
import type { Random } from '../random.ts';
import { png } from '../pictures.ts';
import { zip } from '../../samples/digital/zip.ts';
import { encryptedContent, signedContent, signedInPieces } from './cms.ts';
import { attached, crlf, eml, emlText, forwarded, multipart, wrapped, type EmlPart } from './write-eml.ts';
import { writeMsg, type Msg, type MsgPart } from './write-msg.ts';

/** A file that must be found: its path in the mail, and its length or the reason why it can't be read. */
type Expected = readonly [path: string, lengthOrReason: number | string];

export type MadeMail = {
  /** What it is, for a report. */
  readonly what: string;
  readonly bytes: Buffer;
  readonly expected: readonly Expected[];
};

type Form = 'eml' | 'msg';
/** A part as a model, which both forms write. `expected` has paths from the mail that it is in. */
type Part =
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly bytes: Buffer;
      readonly isInline: boolean;
      readonly expected: readonly Expected[];
    }
  | {
      readonly kind: 'mail';
      readonly name: string;
      readonly mail: Model;
      readonly expected: readonly Expected[];
    };

type Model = {
  readonly subject: string;
  readonly form: Form;
  readonly wrap: 'none' | 'signed' | 'signed in pieces' | 'signed in clear' | 'encrypted';
  readonly parts: readonly Part[];
};

const mostForwarded = 3;
const words = ['发票', '电子发票（普通发票）', 'Rechnung März', 'facture n° 7', 'invoice', '差旅报销 5月'];
const pictures = Promise.all([png(40, 30), png(300, 60), png(400, 300)]);

const escaped = (bytes: Buffer): string =>
  [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const quoted = (bytes: Buffer): string =>
  [...bytes].map((byte) => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
const isGbk = (name: string): boolean => iconv.decode(iconv.encode(name, 'gb18030'), 'gb18030') === name;

/** All the ways in which mail programs write a name. */
const nameForms: readonly ((name: string) => string)[] = [
  (name) => `filename="=?UTF-8?B?${Buffer.from(name).toString('base64')}?="`,
  (name) => `filename="=?UTF-8?Q?${quoted(Buffer.from(name))}?="`,
  (name) =>
    `filename="=?${isGbk(name) ? 'GB18030' : 'UTF-8'}?B?${iconv.encode(name, isGbk(name) ? 'gb18030' : 'utf8').toString('base64')}?="`,
  (name) => `filename*=UTF-8''${escaped(Buffer.from(name))}`,
  (name) => {
    const bytes = Buffer.from(name);
    const half = Math.ceil(bytes.length / 2);
    return `filename*0*=UTF-8''${escaped(bytes.subarray(0, half))};${crlf} filename*1*=${escaped(bytes.subarray(half))}`;
  },
  (name) => `filename="${Buffer.from(name).toString('latin1')}"`,
  (name) => `filename="${iconv.encode(name, 'gb18030').toString('latin1')}"`,
];

const within = (name: string, expected: readonly Expected[]): readonly Expected[] =>
  expected.map(([path, found]) => [path === '' ? name : `${name}/${path}`, found]);

/** What a mail gives, by the rules of the glossary: its documents, or why there are none. */
const expectedOf = ({ wrap, parts }: Model): readonly Expected[] => {
  if (wrap === 'encrypted') return [['', 'mail-encrypted']];
  const found = parts.flatMap(({ expected }) => expected);
  return found.length > 0 ? found : [['', 'mail-empty']];
};

const partAt = async (random: Random, index: number, depth: number, form: Form): Promise<Part> => {
  const [scan, logo, photo] = await pictures;
  const name = `${index}-${random.pick(words)}`;
  const file = (ending: string, bytes: Buffer, expected: readonly Expected[], isInline = false): Part => {
    const whole = `${name}.${ending}`;
    return { kind: 'file', name: whole, bytes, isInline, expected: within(whole, expected) };
  };
  const kind = random.pick([
    'scan',
    'scan',
    'photo',
    'logo',
    'text',
    'zip',
    'mail',
    'mail',
    'mail file',
  ] as const);
  if (kind === 'scan') return file('png', scan, [['', scan.length]]);
  if (kind === 'photo') return file('png', photo, [['', photo.length]], true);
  if (kind === 'logo') return file('png', logo, [], true);
  if (kind === 'text') return file('txt', Buffer.from('words'), []);
  if (kind === 'zip') {
    const inner = [
      { name: '合同.png', bytes: scan },
      { name: 'in/2.png', bytes: photo },
    ];
    return file(
      'zip',
      zip(inner),
      inner.map((one) => [one.name, one.bytes.length]),
    );
  }
  const innerForm = kind === 'mail' ? form : form === 'eml' ? 'msg' : 'eml';
  const mail = await modelOf(random, depth + 1, innerForm);
  const whole = `${name}.${innerForm}`;
  const expected: readonly Expected[] =
    depth >= mostForwarded ? [[whole, 'archive-too-deep']] : within(whole, expectedOf(mail));
  if (kind === 'mail') return { kind, name: whole, mail, expected };
  return { kind: 'file', name: whole, bytes: written(random, mail), isInline: false, expected };
};

const modelOf = async (random: Random, depth: number, form: Form): Promise<Model> => {
  const parts: Part[] = [];
  // A structure that is one too deep is tried, and not many of them.
  const count = depth > mostForwarded ? 1 : random.whole(0, depth === 0 ? 5 : 3);
  for (let index = 0; index < count; index += 1) {
    const part = await partAt(random, index, depth, form);
    if (depth <= mostForwarded || part.kind === 'file') parts.push(part);
  }
  return {
    subject: random.pick(words),
    form,
    wrap: random.chance(0.7)
      ? 'none'
      : random.pick(['signed', 'signed in pieces', 'signed in clear', 'encrypted'] as const),
    parts,
  };
};

const emlPartOf = (random: Random, part: Part): EmlPart => {
  const name = random.pick(nameForms.slice(0, isGbk(part.name) ? undefined : -1))(part.name);
  if (part.kind === 'mail') return forwarded(written(random, part.mail), name);
  return attached(name, part.bytes, part.isInline ? 'inline' : 'attachment');
};

const emlOf = (random: Random, { subject, wrap, parts }: Model): Buffer => {
  const content = multipart([emlText('see attached'), ...parts.map((part) => emlPartOf(random, part))]);
  const encoded = `=?UTF-8?B?${Buffer.from(subject).toString('base64')}?=`;
  const around = {
    none: () => content,
    signed: () => wrapped(signedContent(content)),
    'signed in pieces': () => wrapped(signedInPieces(content)),
    'signed in clear': () =>
      multipart([split(content), attached('filename="smime.p7s"', signedContent(Buffer.alloc(0)))], 'signed'),
    encrypted: () => wrapped(encryptedContent()),
  };
  return eml(around[wrap](), { subject: encoded });
};

/** Content that begins with its own header, as a part. */
const split = (content: Buffer): EmlPart => {
  const end = content.indexOf(`${crlf}${crlf}`);
  return { head: content.subarray(0, end).toString('latin1'), body: content.subarray(end + 4) };
};

const msgOf = (random: Random, model: Model): Msg => {
  const { subject, wrap, parts } = model;
  const common = {
    subject,
    sender: 'finance@example.com',
    at: '2024-05-28T01:00:00Z',
    isGbk: [subject, ...parts.map(({ name }) => name)].every(isGbkOnly) && random.chance(0.5),
  };
  if (wrap === 'none')
    return {
      ...common,
      parts: parts.map((part): MsgPart =>
        part.kind === 'mail'
          ? { kind: 'mail', name: part.name, mail: msgOf(random, part.mail) }
          : { kind: 'file', name: part.name, bytes: part.bytes, isInline: part.isInline },
      ),
    };
  // A signed mail of Outlook keeps its content as it was sent.
  const sent = emlContentOf(random, model);
  const clear = multipart([split(sent)], 'signed');
  const [bytes, type] = {
    signed: () => [signedContent(sent), 'application/pkcs7-mime'] as const,
    'signed in pieces': () => [signedInPieces(sent), 'application/pkcs7-mime'] as const,
    'signed in clear': () => [clear, 'multipart/signed'] as const,
    encrypted: () => [encryptedContent(), 'application/pkcs7-mime'] as const,
  }[wrap]();
  return {
    ...common,
    messageClass: wrap === 'signed in clear' ? 'IPM.Note.SMIME.MultipartSigned' : 'IPM.Note.SMIME',
    parts: [{ kind: 'file', name: 'smime.p7m', bytes, type }],
  };
};

const isGbkOnly = (text: string): boolean => iconv.decode(iconv.encode(text, 'gbk'), 'gbk') === text;

const emlContentOf = (random: Random, { parts }: Model): Buffer =>
  multipart([
    emlText('see attached'),
    ...parts.map((part) =>
      part.kind === 'mail' && part.mail.form === 'msg'
        ? attached(nameForms[0]?.(part.name) ?? '', written(random, part.mail))
        : emlPartOf(random, part),
    ),
  ]);

const written = (random: Random, model: Model): Buffer =>
  model.form === 'eml' ? emlOf(random, model) : writeMsg(msgOf(random, model), random.chance(0.8) ? 9 : 12);

/** A mail of either form with random parts, names, encodings, signatures and forwarded mails in it. */
export const generateMail = async (random: Random): Promise<MadeMail> => {
  const model = await modelOf(random, 0, random.pick(['eml', 'msg'] as const));
  return { what: `${model.form}, ${model.wrap}`, bytes: written(random, model), expected: expectedOf(model) };
};

/** A mail within a mail, and so on. The innermost has a file. */
const deep = (levels: number, around: (inner: Buffer) => Buffer, innermost: Buffer): Buffer => {
  let made = innermost;
  for (let level = 0; level < levels; level += 1) made = around(made);
  return made;
};

/**
 * Mails that try to take more memory or time than a mail may.
 * @param parts the files of a mail with the most files that are allowed
 */
export const hostileMails = async (parts = 10_000): Promise<readonly MadeMail[]> => {
  const dot = await png(1, 1);
  const one = multipart([attached('filename="a.png"', dot)]);
  const many = Array.from({ length: parts + 1 }, (_, index) => index);
  const emlOfMany = (count: number): Buffer =>
    eml(multipart(many.slice(0, count).map((index) => attached(`filename="${index}.png"`, dot))));
  const msgOfMany = (count: number): Buffer =>
    writeMsg({
      subject: 'many',
      sender: 'a@b.example',
      at: '',
      parts: many.slice(0, count).map((index) => ({ kind: 'file', name: `${index}.png`, bytes: dot })),
    });
  const all = many.slice(0, parts).map((index): Expected => [`${index}.png`, dot.length]);
  const bomb = zip([{ name: 'a.png', bytes: dot, statedBytes: 0x7fff_ffff }]);
  const signedTooDeep = deep(4, (inner) => wrapped(signedContent(inner)), one);
  const nested = deep(40, (inner) => multipart([split(inner)]), one);
  return [
    { what: 'the most parts', bytes: emlOfMany(parts), expected: all },
    { what: 'the most parts, Outlook', bytes: msgOfMany(parts), expected: all },
    { what: 'too many parts', bytes: emlOfMany(parts + 1), expected: [['', 'archive-too-large']] },
    { what: 'too many parts, Outlook', bytes: msgOfMany(parts + 1), expected: [['', 'archive-too-large']] },
    {
      what: 'an archive that states 2 GB',
      bytes: eml(multipart([attached('filename="a.zip"', bomb)])),
      expected: [['a.zip', 'archive-too-large']],
    },
    { what: 'signatures around signatures', bytes: eml(signedTooDeep), expected: [['', 'archive-too-deep']] },
    { what: 'parts within parts', bytes: eml(nested), expected: [['', 'damaged']] },
    {
      what: 'parts within parts, signed',
      bytes: eml(wrapped(signedContent(nested))),
      expected: [['', 'damaged']],
    },
  ];
};
