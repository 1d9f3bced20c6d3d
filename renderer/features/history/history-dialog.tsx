import { useState } from 'react';
import { kinds } from '../../../shared/invoice/kind.ts';
import { readerIds } from '../../../shared/invoice/extraction.ts';
import { kindNames } from '../../../shared/texts/kind-names.ts';
import { readerNames } from '../../../shared/texts/readers.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NativeSelectField } from '../../ui/native-select.tsx';
import { Segments } from '../../ui/segments.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { filterOf, isBadAmount, noFields, type SearchFields } from './history-filter.ts';
import { HistoryRows } from './history-rows.tsx';

/** Search over all recognized documents, with totals and pictures. */
export const HistoryDialog = () => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const [fields, setFields] = useState<SearchFields>(noFields);
  const set = (change: Partial<SearchFields>): void => setFields((before) => ({ ...before, ...change }));
  const filter = filterOf(fields);
  const any = { value: '', label: t('history.anyState') } as const;
  const isBad = isBadAmount(fields.amountFrom) || isBadAmount(fields.amountTo);

  return (
    <Dialog wide title={t('history.title')} onClose={actions.closeDialog}>
      <div className="history">
        <div className="history-filter" role="search">
          <TextInput
            label={t('history.search')}
            type="search"
            value={fields.text}
            placeholder={t('history.searchHint')}
            onChange={(text) => set({ text })}
          />
          {(['seller', 'buyer', 'number'] as const).map((name) => (
            <TextInput
              key={name}
              label={t(`history.${name}`)}
              value={fields[name]}
              onChange={(value) => set({ [name]: value })}
            />
          ))}
          <NativeSelectField
            label={t('history.kind')}
            value={fields.kind}
            options={[
              any,
              ...kinds.map((kind) => ({ value: kind, label: kindNames[kind]?.[language] ?? kind })),
            ]}
            onChange={(kind) => set({ kind })}
          />
          <NativeSelectField
            label={t('history.reader')}
            value={fields.reader}
            options={[any, ...readerIds.map((value) => ({ value, label: readerNames[value][language] }))]}
            onChange={(reader) => set({ reader })}
          />
          <DateInput
            label={t('history.from')}
            value={fields.dayFrom}
            onChange={(dayFrom) => set({ dayFrom })}
          />
          <DateInput label={t('history.to')} value={fields.dayTo} onChange={(dayTo) => set({ dayTo })} />
          <TextInput
            label={t('history.amountFrom')}
            value={fields.amountFrom}
            onChange={(amountFrom) => set({ amountFrom })}
          />
          <TextInput
            label={t('history.amountTo')}
            value={fields.amountTo}
            onChange={(amountTo) => set({ amountTo })}
          />
        </div>
        <div className="history-bar">
          <Segments
            label={t('history.state')}
            value={fields.state}
            options={[
              { value: 'any', label: t('history.anyState') },
              { value: 'recognized', label: t('history.recognized') },
              { value: 'failed', label: t('history.failed') },
            ]}
            onChange={(state) => set({ state })}
          />
          {isBad && (
            <span className="tone-error" role="alert">
              {t('history.badAmount')}
            </span>
          )}
        </div>
        <HistoryRows filter={filter} />
      </div>
    </Dialog>
  );
};
