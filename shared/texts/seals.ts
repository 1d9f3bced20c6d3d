import type { Bilingual, Language } from '../language.ts';
import { readerNames } from './names.ts';
import { joinItems } from './phrases.ts';

/** What changed, or why a signature cannot be verified. `{parts}` is replaced by the affected parts. */
export const sealReasonTexts = {
  'part-changed': { zh: '内容与签章时不一致：{parts}', en: '{parts} differs from the sealed content' },
  'part-missing': { zh: '已签章的内容缺失：{parts}', en: 'the sealed part {parts} is missing' },
  'content-changed': {
    zh: '签名覆盖的内容（字节 {parts}）已被改动',
    en: 'the signed content (bytes {parts}) was changed',
  },
  'signature-list-changed': {
    zh: '此后又添加了签章，签名列表随之变化：{parts}',
    en: 'the list of signatures ({parts}) changed because a signature was added later',
  },
  'signature-record-changed': {
    zh: '签名描述文件与签章值不符：{parts}',
    en: 'the signature record {parts} does not match the sealed value',
  },
  'seal-damaged': {
    zh: '印章数据已损坏或被改动：{parts}',
    en: 'the seal itself ({parts}) was changed or is damaged',
  },
  'signature-mismatch': {
    zh: '签名与被签内容不符，签章被改动：{parts}',
    en: 'the signature does not match the signed content: the seal ({parts}) was changed',
  },
  'changed-after': {
    zh: '签名之后文件又有追加或修改（字节 {parts}）',
    en: 'the file was changed after it was signed (bytes {parts})',
  },
  'proofs-added': {
    zh: '签名之后文件追加了证书和验证资料（字节 {parts}），未发现其他改动，但追加部分没有签名',
    en: 'certificates and proofs of their validity were added after it was signed (bytes {parts}), and nothing else; no signature covers them',
  },
  'not-covered': { zh: '下列内容不在签章保护范围内：{parts}', en: 'the seal does not cover {parts}' },
  'signature-removed': {
    zh: '文件中的签章已被去除或隐藏：{parts}',
    en: 'a signature was taken out or hidden: {parts}',
  },
  'signature-field-empty': {
    zh: '文件只有空白的签名域，没有签名',
    en: 'the file has a field for a signature, but no signature',
  },
  'digest-unknown': { zh: '不支持的摘要算法（{parts}）', en: 'the digest method {parts} is not supported' },
  'algorithm-unknown': {
    zh: '不支持的签名算法（{parts}）',
    en: 'the signature algorithm {parts} is not supported',
  },
  'format-unknown': { zh: '不支持的签章格式（{parts}）', en: 'the format {parts} is not supported' },
  'form-unpublished': {
    zh: '税务局未公布其签名的验证方法',
    en: 'the tax bureau has not published how to check its signature',
  },
  'signature-missing': { zh: '签名数据缺失：{parts}', en: 'the signature data {parts} is missing' },
  'certificate-missing': {
    zh: '文件中没有签名者证书',
    en: 'the file does not contain the signer’s certificate',
  },
  'certificate-not-valid-then': {
    zh: '签章时签名者证书不在有效期内',
    en: 'the signer’s certificate was not valid at the time of sealing',
  },
  'signer-not-in-seal': {
    zh: '签名者不在印章的授权名单中',
    en: 'the seal does not list the signer as authorized',
  },
  'seal-not-valid-then': {
    zh: '签章时印章不在有效期内',
    en: 'the seal was not valid at the time of sealing',
  },
  'package-ambiguous': {
    zh: '文件包中有重名文件：{parts}',
    en: 'the package contains several files with the same name: {parts}',
  },
  'range-invalid': {
    zh: '签名的字节范围无效（{parts}）',
    en: 'the byte range {parts} of the signature is not valid',
  },
  'signature-form-unpublished': {
    zh: '文件含有税务局签名，其格式未公布，无法核验',
    en: 'the file has a signature of the tax bureau in an unpublished format, which can’t be checked',
  },
  unreadable: { zh: '签名数据无法读取', en: 'the signature data can’t be read' },
} as const satisfies Record<string, Bilingual>;

/** The number of parts that are named; the others are counted. */
const namedParts = 3;

const listParts = (parts: readonly string[], language: Language): string => {
  const named = joinItems(parts.slice(0, namedParts), language);
  const more = parts.length - namedParts;
  if (more <= 0) return named;
  return language === 'zh' ? `${named} 等 ${parts.length} 项` : `${named} and ${more} more`;
};

type StatedSeal = {
  readonly state: 'unchanged' | 'changed' | 'unchecked';
  readonly by: string | null;
  readonly at: string | null;
  readonly reason: keyof typeof sealReasonTexts | null;
  readonly parts: readonly string[];
  /** Its signer is known. */
  readonly isTrusted?: boolean;
  /** Of a whole seal. */
  readonly signatures?: readonly StatedSeal[];
};

const isSignerKnown = ({ signatures, ...seal }: StatedSeal): boolean =>
  (signatures ?? [seal]).every(({ isTrusted }) => isTrusted === true);

/** A reason in words, without the state: `/Doc_0/Document.xml differs from what was sealed`. */
export const describeSealReason = (
  { reason, parts }: Pick<StatedSeal, 'reason' | 'parts'>,
  language: Language,
): string | null =>
  reason === null
    ? null
    : sealReasonTexts[reason][language].replace('{parts}', () => listParts(parts, language));

/** An instant in China's time zone: `2020-10-10 15:11`. Seals are made and read in that zone. */
const chinaTime = (instant: string): string => {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return instant;
  return new Date(time + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
};

const unchangedText = ({ by, at }: StatedSeal, language: Language): string => {
  const when = at === null ? null : chinaTime(at);
  if (language === 'zh') {
    const who = by === null ? '' : `由 ${by} `;
    return when === null ? `${who}签章后未改动`.trim() : `${who}于 ${when} 签章后未改动`;
  }
  const sealed = by === null ? 'since it was sealed' : `since ${by} sealed it`;
  return when === null ? `Unchanged ${sealed}` : `Unchanged ${sealed} on ${when}`;
};

/** Anyone can make a certificate with any name, so the text says that the certificate names itself. */
const unverifiedText = ({ by, at }: StatedSeal, language: Language): string => {
  const when = at === null ? '' : chinaTime(at);
  if (language === 'zh') {
    const who = by === null ? '一份未写明名称的证书' : `一份自称“${by}”的证书`;
    return `由${who}${when === '' ? '' : `于 ${when} `}签章后未改动，该证书未经核实`;
  }
  const who = by === null ? 'a certificate without a name' : `a certificate that names itself ${by}`;
  return `Unchanged since ${who} sealed it${when === '' ? '' : ` on ${when}`}. The certificate is not verified.`;
};

/**
 * The state of a seal or signature in one sentence. It never claims that a file is genuine: the root
 * certificate is not public, so the file alone cannot prove it.
 */
export const describeSeal = (seal: StatedSeal, language: Language): string => {
  const reason = describeSealReason(seal, language);
  switch (seal.state) {
    case 'unchanged':
      return isSignerKnown(seal) ? unchangedText(seal, language) : unverifiedText(seal, language);
    case 'changed':
      if (language === 'zh') return reason === null ? '签章后被改动' : `签章后被改动：${reason}`;
      return reason === null ? 'Changed since it was sealed' : `Changed since it was sealed: ${reason}`;
    case 'unchecked':
      if (language === 'zh') return reason === null ? '签章无法核验' : `签章无法核验：${reason}`;
      return reason === null ? 'The seal can’t be checked' : `The seal can’t be checked: ${reason}`;
    default:
      return seal.state satisfies never;
  }
};

/** The state of the seal of another file of the same invoice. */
export const otherFileSeal = (reader: keyof typeof readerNames, state: Bilingual): Bilingual => ({
  zh: `${readerNames[reader].zh}：${state.zh}`,
  en: `${readerNames[reader].en}: ${state.en}`,
});

/** Said of an OFD or a PDF without any signature. Other files can't be sealed in a way that can be checked. */
export const notSealed: Bilingual = { zh: '未签章', en: 'Not sealed' };

/** The state of a file's seal in words; null for a file of a kind that can't carry one. */
export const describeSealOf = (
  seal: StatedSeal | null,
  reader: string | null,
  language: Language,
): string | null => {
  if (seal) return describeSeal(seal, language);
  return reader === 'ofd' || reader === 'pdf' ? notSealed[language] : null;
};

const stateWords: Readonly<Record<StatedSeal['state'], Bilingual>> = {
  unchanged: { zh: '签章后未改动', en: 'Unchanged since it was sealed' },
  changed: { zh: '签章后被改动', en: 'Changed since it was sealed' },
  unchecked: { zh: '签章无法核验', en: 'The seal can’t be checked' },
};

/** The state of a seal in a few words, for lists; undefined for a file that can't be sealed. */
export const sealWord = ({
  seal,
  reader,
}: {
  readonly seal: StatedSeal['state'] | null;
  readonly reader: string | null;
}): Bilingual | undefined => {
  if (seal !== null) return stateWords[seal];
  return reader === 'ofd' || reader === 'pdf' ? notSealed : undefined;
};
