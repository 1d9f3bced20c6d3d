import { mayHaveBeenPaid, type CallRecord } from '../../../shared/contract/history.ts';
import type { Language } from '../../../shared/language.ts';
import { explainFailure } from '../../../shared/services/catalogue.ts';
import { recordTexts } from '../../../shared/texts/record.ts';
import { useState } from 'react';
import { placeInFile, type PageSummary } from '../../../shared/contract/page.ts';
import { filledText } from '../../state/filled-text.ts';
import { useTools } from '../tools.ts';
import { useApp } from '../../state/store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';

export type RecordLine = { readonly key: keyof typeof recordTexts.lines; readonly value: string };

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

const callName = (index: number, language: Language): string =>
  filledText(recordTexts.call, { number: index + 1 })[language];

type Props = { readonly page: PageSummary };

/** Lists every call made for a page, to read or to copy for support. */
export const RecordDialog = ({ page }: Props) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const calls = useLoaded(page.id, () => actions.ask('pages.calls', { id: page.id })).value?.calls;
  const linesOf = useLines();
  return (
    <Dialog wide title={t('record.title')} onClose={actions.closeDialog}>
      <div className="record">
        <p className="muted record-page">{[page.name, placeInFile(page) ?? []].flat().join(' · ')}</p>
        {calls?.length === 0 && <p>{recordTexts.none[language]}</p>}
        <ol className="record-calls">
          {calls?.map((call, index) => (
            <li key={call.id}>
              <h3>
                {callName(index, language)}
                <span className={toneOf(call.state)}>{recordTexts.states[call.state][language]}</span>
                {call.sandbox && <span className="badge sandbox">{t('documents.sandbox')}</span>}
              </h3>
              {call.ofOtherPage && <p className="muted">{recordTexts.ofOtherPage[language]}</p>}
              <Lines lines={linesOf(call)} />
            </li>
          ))}
        </ol>
        {calls && calls.length > 0 && <CopyRecord page={page} calls={calls} />}
      </div>
    </Dialog>
  );
};

const toneOf = (state: CallRecord['state']): string => {
  if (state === 'answered') return 'tone-ok';
  return state === 'failed' || state === 'interrupted' ? 'tone-error' : 'muted';
};

const useLines = () => {
  const { t, language } = useTexts();
  return (call: CallRecord): readonly RecordLine[] =>
    recordLines(call, {
      language,
      yes: recordTexts.yes[language],
      sandbox: t('documents.sandbox'),
      optionsOn: (name) => recordTexts.options[name][language],
    });
};

const Lines = ({ lines }: { readonly lines: readonly RecordLine[] }) => {
  const { language } = useTexts();
  return (
    <dl className="record-lines">
      {lines.map(({ key, value }) => (
        <div key={key}>
          <dt>{recordTexts.lines[key][language]}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

type CopyProps = { readonly page: PageSummary; readonly calls: readonly CallRecord[] };

const CopyRecord = ({ page, calls }: CopyProps) => {
  const { language } = useTexts();
  const { actions } = useTools();
  const info = useApp((state) => state.info);
  const linesOf = useLines();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    const head = [
      `Vouch ${info?.version ?? ''} · ${info?.platform ?? ''} · ${info?.host ?? ''}`,
      `${page.service} · ${page.name} · ${page.page}/${page.pageCount}`,
    ];
    const blocks = calls.map((call, index) =>
      [
        `${callName(index, language)}: ${recordTexts.states[call.state][language]}`,
        ...linesOf(call).map(({ key, value }) => `  ${recordTexts.lines[key][language]}: ${value}`),
      ].join('\n'),
    );
    setCopied(await actions.copy([head.join('\n'), ...blocks].join('\n\n')));
  };
  return (
    <div className="record-foot">
      <p className="hint" role="status">
        {recordTexts[isCopied ? 'copied' : 'hint'][language]}
      </p>
      <Button look="primary" icon={isCopied ? 'check' : 'copy'} onPress={() => void copy()}>
        {recordTexts.copy[language]}
      </Button>
    </div>
  );
};
