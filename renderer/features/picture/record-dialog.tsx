import { useState } from 'react';
import type { CallRecord } from '../../../shared/contract/call-record-commands.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';
import { useApp } from '../../state/store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { recordLines, type RecordLine } from './record-lines.ts';

type Props = { readonly page: PageSummary };

/** Lists every call made for a page, to read or to copy for support. */
export const RecordDialog = ({ page }: Props) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const calls = useLoaded(page.id, () => actions.callsOf(page.id)).value?.calls;
  const linesOf = useLines();
  return (
    <Dialog wide title={t('record.title')} onClose={actions.closeDialog}>
      <div className="record">
        <p className="muted record-page">
          {page.pageCount > 1 ? `${page.name} · ${page.page}/${page.pageCount}` : page.name}
        </p>
        {calls?.length === 0 && <p>{t('record.none')}</p>}
        <ol className="record-calls">
          {calls?.map((call, index) => (
            <li key={call.id}>
              <h3>
                {t('record.call', { number: index + 1 })}
                <span className={toneOf(call.state)}>{t(`record.states.${call.state}`)}</span>
                {call.sandbox && <span className="badge sandbox">{t('documents.sandbox')}</span>}
              </h3>
              {call.ofOtherPage && <p className="muted">{t('record.ofOtherPage')}</p>}
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
      yes: t('record.yes'),
      sandbox: t('documents.sandbox'),
      optionsOn: (name) => t(`record.options.${name}`),
    });
};

const Lines = ({ lines }: { readonly lines: readonly RecordLine[] }) => {
  const { t } = useTexts();
  return (
    <dl className="record-lines">
      {lines.map(({ key, value }) => (
        <div key={key}>
          <dt>{t(`record.lines.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

type CopyProps = { readonly page: PageSummary; readonly calls: readonly CallRecord[] };

const CopyRecord = ({ page, calls }: CopyProps) => {
  const { t } = useTexts();
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
        `${t('record.call', { number: index + 1 })}: ${t(`record.states.${call.state}`)}`,
        ...linesOf(call).map(({ key, value }) => `  ${t(`record.lines.${key}`)}: ${value}`),
      ].join('\n'),
    );
    setCopied(await actions.copy([head.join('\n'), ...blocks].join('\n\n')));
  };
  return (
    <div className="record-foot">
      <p className="hint" role="status">
        {t(isCopied ? 'record.copied' : 'record.hint')}
      </p>
      <Button look="primary" icon={isCopied ? 'check' : 'copy'} onPress={() => void copy()}>
        {t('record.copy')}
      </Button>
    </div>
  );
};
