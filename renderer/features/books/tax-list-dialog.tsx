import { type MatchRow, matchGroups, type MatchGroup } from '../../../shared/books/match-rows.ts';
import { extensionsOf, listFormats } from '../../../shared/file-formats.ts';
import { formatAmount, formatDate } from '../../../shared/texts/format.ts';
import { matchFieldName, matchSheetTexts, matchGroupNames } from '../../../shared/texts/books.ts';
import { Button } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useTools } from '../tools.ts';
import { useState } from 'react';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { Comparison } from '../../../shared/contract/match-commands.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { Result } from '../../../shared/result.ts';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Segments } from '../../ui/choices.tsx';

/** More rows would make the window slow. The workbook has all of them. */
const mostShown = 500;

type Props = { readonly rows: readonly MatchRow[]; readonly hasDifference: boolean };

/** The invoices of one group. Those in the ledger link to their page. */
const ComparisonTable = ({ rows, hasDifference }: Props) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const texts = matchSheetTexts[language];
  const shown = rows.slice(0, mostShown);
  return (
    // The keyboard must reach a scrolling box.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="books-table" role="region" aria-label={t('books.list.title')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.number}</th>
            <th scope="col">{texts.date}</th>
            <th scope="col">{texts.seller}</th>
            {hasDifference ? (
              <>
                <th scope="col">{texts.field}</th>
                <th scope="col">{texts.list}</th>
                <th scope="col">{texts.ledger}</th>
              </>
            ) : (
              <th scope="col" className="amount">
                {texts.gross}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={`${row.code ?? ''} ${row.number} ${row.field ?? ''}`}>
              <td>
                <InvoiceName row={row} onOpen={(page) => void actions.openPage(page)} />
              </td>
              <td>{row.issueDate && formatDate(row.issueDate, language)}</td>
              <td>{row.seller}</td>
              {hasDifference ? (
                <>
                  <td>{row.field && matchFieldName(row.field, language)}</td>
                  <td>{row.list}</td>
                  <td>{row.ledger}</td>
                </>
              ) : (
                <td className="amount">{row.grossTotal && formatAmount(row.grossTotal)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > mostShown && (
        <p className="muted">{t('books.list.more', { count: rows.length - mostShown })}</p>
      )}
    </div>
  );
};

type NameProps = { readonly row: MatchRow; readonly onOpen: (page: number) => void };

const InvoiceName = ({ row, onOpen }: NameProps) => {
  const { t } = useTexts();
  const { page, code, number } = row;
  const name = code === null ? number : `${code} / ${number}`;
  if (page === null) return name;
  return (
    <Button small look="quiet" aria-label={t('books.list.open', { number })} onPress={() => onOpen(page)}>
      {name}
    </Button>
  );
};

type Stand =
  | { readonly kind: 'asked'; readonly failure: CommandFailure | null }
  | { readonly kind: 'reading' }
  | { readonly kind: 'compared'; readonly comparison: Comparison };

const standAfter = (result: Result<Comparison, CommandFailure>): Stand =>
  result.ok ? { kind: 'compared', comparison: result.value } : { kind: 'asked', failure: result.failure };

/**
 * Imports a list of the tax bureau and shows its differences from the ledger.
 * @param page the page whose file the list is; null to ask for a file
 */
export const TaxListDialog = ({ page }: { readonly page: PageId | null }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const { value: ofPage } = useLoaded(page, async () => (page === null ? null : actions.matchPage(page)));
  const [chosen, setStand] = useState<Stand | null>(null);
  const read = async (file: File): Promise<void> => {
    setStand({ kind: 'reading' });
    setStand(standAfter(await actions.matchList(file)));
  };
  const first: Stand = page === null ? { kind: 'asked', failure: null } : { kind: 'reading' };
  const stand = chosen ?? (ofPage ? standAfter(ofPage) : first);
  return (
    <Dialog title={t('books.list.title')} wide onClose={actions.closeDialog}>
      {stand.kind === 'asked' && (
        <>
          <p className="muted">{t('books.list.hint')}</p>
          <FileDrop
            label={t('books.list.drop')}
            choose={t('books.file.choose')}
            accept={extensionsOf(listFormats)
              .map((extension) => `.${extension}`)
              .join(',')}
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
          from: period ? formatDate(period.from, language) : '',
          to: period ? formatDate(period.to, language) : '',
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
