import { mayHaveBeenPaid, type CallRecord } from '../../../shared/contract/call-record-commands.ts';
import type { Language } from '../../../shared/language.ts';
import { explainFailure } from '../../../shared/services/catalogue.ts';
import type { Texts } from '../../../shared/texts/window.ts';

export type RecordLine = { readonly key: keyof Texts['record']['lines']; readonly value: string };

/** The labels of the lines, in the user's language. */
type RecordWords = {
  readonly language: Language;
  readonly yes: string;
  readonly sandbox: string;
  readonly optionsOn: (name: 'points' | 'attributes') => string;
};

const lasted = ({ startedAt, finishedAt }: CallRecord): string | null => {
  if (finishedAt === null) return null;
  const milliseconds = Date.parse(finishedAt) - Date.parse(startedAt);
  return Number.isFinite(milliseconds) ? `${milliseconds} ms` : null;
};

const offset = (milliseconds: number | null): string | null =>
  milliseconds === null || milliseconds === 0 ? null : `${milliseconds} ms`;

const failureKind = ({ failure }: CallRecord): string | null => {
  if (!failure) return null;
  return `${failure.kind} / ${failure.reason}${failure.code === null ? '' : ` / ${failure.code}`}`;
};

/** The data of one call for support, in the usual order of its questions. Unknown values are left out. */
export const recordLines = (record: CallRecord, words: RecordWords): readonly RecordLine[] => {
  const { picture, options, failure } = record;
  const asked = (['points', 'attributes'] as const).filter((name) => options[name]).map(words.optionsOn);
  const rows: readonly { readonly key: RecordLine['key']; readonly value: string | null }[] = [
    { key: 'started', value: record.startedAt },
    { key: 'finished', value: record.finishedAt },
    { key: 'lasted', value: lasted(record) },
    { key: 'attempt', value: String(record.attempt) },
    { key: 'sid', value: record.sid },
    { key: 'httpStatus', value: record.httpStatus === null ? null : String(record.httpStatus) },
    { key: 'kind', value: failureKind(record) },
    { key: 'message', value: failure && explainFailure(record.service, failure, words.language).message },
    { key: 'detail', value: failure?.detail ?? null },
    { key: 'paid', value: mayHaveBeenPaid(record) ? words.yes : null },
    { key: 'answerer', value: record.sandbox ? words.sandbox : record.baseUrl },
    { key: 'appId', value: record.appId },
    { key: 'options', value: asked.join(', ') },
    {
      key: 'sent',
      value: `${picture.encoding}, ${picture.width} × ${picture.height}, ${picture.bytes} B`,
    },
    { key: 'responseBytes', value: record.responseBytes === null ? null : `${record.responseBytes} B` },
    { key: 'serverDate', value: record.serverDate },
    { key: 'signedOffset', value: offset(record.signedOffsetMs) },
    { key: 'measuredOffset', value: offset(record.measuredOffsetMs) },
    { key: 'retryAfter', value: record.retryAfter },
  ];
  return rows.flatMap(({ key, value }) => (value === null || value === '' ? [] : [{ key, value }]));
};
