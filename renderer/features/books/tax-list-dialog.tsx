import { useState } from 'react';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { Comparison } from '../../../shared/contract/books-commands.ts';
import { matchGroups, type MatchGroup } from '../../../shared/books/match-rows.ts';
import { formatDate } from '../../../shared/texts/format.ts';
import { matchGroupNames } from '../../../shared/texts/match.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';
import { ComparisonTable } from './comparison-table.tsx';

type Stand =
  | { readonly kind: 'asked'; readonly failure: CommandFailure | null }
  | { readonly kind: 'reading' }
  | { readonly kind: 'compared'; readonly comparison: Comparison };

/** Imports a list of the tax bureau and shows its differences from the ledger. */
export const TaxListDialog = () => {
  const { t } = useTexts();
  const { actions } = useTools();
  const [stand, setStand] = useState<Stand>({ kind: 'asked', failure: null });
  const read = async (file: File): Promise<void> => {
    setStand({ kind: 'reading' });
    const result = await actions.matchList(file);
    setStand(
      result.ok ? { kind: 'compared', comparison: result.value } : { kind: 'asked', failure: result.failure },
    );
  };
  return (
    <Dialog title={t('books.list.title')} wide onClose={actions.closeDialog}>
      {stand.kind === 'asked' && (
        <>
          <p className="muted">{t('books.list.hint')}</p>
          <FileDrop
            label={t('books.list.drop')}
            choose={t('books.file.choose')}
            accept=".xlsx"
            onFile={(file) => void read(file)}
          />
          {stand.failure && (
            <div role="alert" className="form-failure">
              <FailureMessage failure={stand.failure} />
            </div>
          )}
        </>
      )}
      {stand.kind === 'reading' && <p role="status">{t('books.list.reading')}</p>}
      {stand.kind === 'compared' && (
        <Compared comparison={stand.comparison} onOther={() => setStand({ kind: 'asked', failure: null })} />
      )}
    </Dialog>
  );
};

const summaryKey = ({ period }: Comparison): 'summary' | 'summaryUndated' =>
  period ? 'summary' : 'summaryUndated';

type ComparedProps = { readonly comparison: Comparison; readonly onOther: () => void };

const Compared = ({ comparison, onOther }: ComparedProps) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const { id, rows, period, unreadable } = comparison;
  const groups = matchGroups.filter((group) => rows.some((row) => row.group === group));
  const [group, setGroup] = useState<MatchGroup>(groups[0] ?? 'only-in-list');
  const countOf = (each: MatchGroup) => rows.filter((row) => row.group === each).length;
  return (
    <div className="books-view">
      <p role="status">
        {t(`books.list.${summaryKey(comparison)}`, {
          name: comparison.name,
          kind: t(`books.list.kinds.${comparison.kind}`),
          from: period && formatDate(period.from, language),
          to: period && formatDate(period.to, language),
          matched: comparison.matched,
        })}
      </p>
      {unreadable.length > 0 && (
        <p className="warning">{t('books.list.unreadable', { rows: unreadable.join(', ') })}</p>
      )}
      {groups.length === 0 ? (
        <p>{t('books.list.agree')}</p>
      ) : (
        <>
          <Segments
            label={t('books.list.groups')}
            value={group}
            options={groups.map((each) => ({
              value: each,
              label: `${matchGroupNames[each][language]} ${countOf(each)}`,
            }))}
            onChange={setGroup}
          />
          <ComparisonTable
            rows={rows.filter((row) => row.group === group)}
            hasDifference={group === 'differs'}
          />
        </>
      )}
      <div className="dialog-actions">
        <Button onPress={onOther}>{t('books.list.other')}</Button>
        <Button look="primary" onPress={() => void actions.exportMatch(id, language)}>
          {t('books.list.export')}
        </Button>
      </div>
    </div>
  );
};
