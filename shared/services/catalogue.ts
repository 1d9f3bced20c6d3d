import type { Language } from '../language.ts';
import { authFailures, type AuthFailure, type Failure, type FailureReason } from './failure.ts';
import { documentedCode, unknownCode, unknownCodeRemedy } from '../texts/service-failures.ts';
import { failureTexts, type FailureText } from '../texts/failures.ts';
import {
  pictureRefused,
  plainCodes,
  plainReasons,
  plainRefusal,
  plainStatus,
  plainUnknownCode,
  wrongAppId,
  type PlainText,
} from '../texts/plain-failures.ts';
import type { ServiceId } from './service.ts';
import { labelled, withDetail } from '../texts/phrases.ts';

/** Reasons that the tables of the documents describe instead. */
type TabledReason =
  | 'session-code'
  | 'service-code'
  | 'object-code'
  | 'ret'
  | 'unauthorized'
  | 'signature-unverifiable'
  | 'signature-mismatch'
  | 'clock-skew';

const reasonTexts: Readonly<Record<Exclude<FailureReason, TabledReason>, FailureText>> = failureTexts;

const plainTexts: Partial<Readonly<Record<FailureReason, PlainText>>> = plainReasons;

/** Reasons whose `detail` is a measure or a format that tells the user more, such as "4.6 MB" or "Word". */
const measuredReasons: ReadonlySet<FailureReason> = new Set([
  'unsupported-format',
  'other-archive',
  'file-too-large',
  'too-large',
  'too-many-pixels',
  'page-too-large',
  'too-many-pages',
  'archive-too-large',
]);

/** The texts of a failure that the user reads. */
type FailureDescription = { readonly message: string; readonly remedy: string };

/** Message and remedy of any failure. A code never appears without its meaning. */
export const describeFailure = (
  service: ServiceId,
  failure: Failure,
  language: Language,
): FailureDescription => {
  const { reason, headerCode } = failure;
  if (headerCode !== undefined) {
    // The status comes from the gateway; the code of the session is the actual reason.
    const inner = describeCode(service, { ...failure, code: headerCode }, language);
    return { ...inner, message: withDetail(inner.message, `HTTP ${failure.code}`, language) };
  }
  if (isTexted(reason)) return describeByText(reasonTexts[reason], failure, language);
  const row = authFailures.find((entry) => entry.reason === reason);
  return row ? describeAuthFailure(row, failure, language) : describeCode(service, failure, language);
};

const isTexted = (reason: FailureReason): reason is Exclude<FailureReason, TabledReason> =>
  Object.hasOwn(reasonTexts, reason);

const describeCode = (
  service: ServiceId,
  { code, detail, reason }: Failure,
  language: Language,
): FailureDescription => {
  const documented = code === null ? undefined : documentedCode(service, code);
  const number = code === null ? reason : String(code);
  if (!documented) {
    const meaning = unknownCode(number)[language];
    return {
      message: detail === null ? meaning : labelled(meaning, detail, language),
      remedy: unknownCodeRemedy[language],
    };
  }
  const words = labelled(number, detail ?? documented.description, language);
  return {
    message: withDetail(documented.meaning[language], words, language),
    remedy: documented.remedy[language],
  };
};

const describeAuthFailure = (
  entry: AuthFailure,
  { code, detail }: Failure,
  language: Language,
): FailureDescription => {
  const meaning = entry.meaning[language];
  const remedy = entry.remedy[language];
  // Without a status the clock difference was measured locally.
  if (code === null) return { message: meaning, remedy };
  const words = labelled(`HTTP ${code}`, detail ?? entry.message, language);
  return { message: withDetail(meaning, words, language), remedy };
};

const describeByText = (
  { message, remedy, detailFrom }: FailureText,
  { kind, code, detail }: Failure,
  language: Language,
): FailureDescription => {
  const status = code !== null && (kind === 'http' || kind === 'auth') ? `HTTP ${code}` : null;
  const quoted = detail === null || detailFrom === 'detail' ? detail : quote(detail, language);
  const words =
    status !== null && quoted !== null ? labelled(status, quoted, language) : (status ?? quoted ?? '');
  return {
    message: words === '' ? message[language] : withDetail(message[language], words, language),
    remedy: remedy[language],
  };
};

/** The first words of a response, marked as a quotation. */
const quote = (detail: string, language: Language) => (language === 'zh' ? `「${detail}」` : `“${detail}”`);

/**
 * Message and remedy in the words of an accountant. Words of the server, the system or a library are not in
 * them: support finds those in `failure.detail`.
 */
export const explainFailure = (
  service: ServiceId,
  failure: Failure,
  language: Language,
): FailureDescription => {
  const { message, remedy } = plainTextOf(service, failure);
  const more = addition(failure);
  return {
    message: more === null ? message[language] : withDetail(message[language], more, language),
    remedy: remedy[language],
  };
};

/** A refused parameter that is the APP ID, not the picture. */
const namesAppId = (detail: string | null): boolean => /app_?id/iu.test(detail ?? '');

const plainTextOf = (service: ServiceId, { reason, code, headerCode, detail }: Failure): PlainText => {
  if (plainCodes[headerCode ?? code ?? 0] === pictureRefused && namesAppId(detail)) return wrongAppId;
  if (headerCode !== undefined) return plainTextOfCode(service, headerCode);
  const known = plainTexts[reason];
  if (reason === 'status') return (code === null ? null : plainStatus(code)) ?? plainRefusal;
  if (reason === 'proxy-page' && code !== null && known) return plainStatus(code) ?? known;
  if (known) return known;
  if (isTexted(reason)) return reasonTexts[reason];
  return code === null ? plainUnknownCode : plainTextOfCode(service, code);
};

const plainTextOfCode = (service: ServiceId, code: number): PlainText => {
  const documented = documentedCode(service, code);
  if (!documented) return plainUnknownCode;
  return plainCodes[code] ?? { message: documented.meaning, remedy: documented.remedy };
};

/** The data about a failure for support, as one line: its kind, its code, and the original words. */
export const failureDetails = ({ kind, reason, code, headerCode, detail }: Failure): string => {
  const isStatus = kind === 'http' || kind === 'auth' || kind === 'clock';
  const number = code === null ? null : isStatus ? `HTTP ${code}` : String(code);
  const inner = headerCode === undefined ? null : String(headerCode);
  return [`${kind} / ${reason}`, number, inner, detail].filter((part) => part !== null).join(' · ');
};

/** A longer text comes from a library. */
const maxMeasure = 40;

/** An address that the user can type: the user needs the whole of it. Others stay in the details. */
const isPlainAddress = (text: string): boolean => /^https?:\/\/[\w%&+,./:;=?@~#-]{4,80}$/u.test(text);

/** The service's code, which support asks for first, or a measure of the file. */
const addition = ({ kind, reason, code, headerCode, detail }: Failure): string | null => {
  if (reason === 'mail-links') return detail?.split(' ').find(isPlainAddress) ?? null;
  if (headerCode !== undefined) return String(headerCode);
  if (kind === 'session' || kind === 'service') return code === null ? null : String(code);
  return detail !== null && detail.length <= maxMeasure && measuredReasons.has(reason) ? detail : null;
};
