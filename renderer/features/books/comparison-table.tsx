import type { MatchRow } from '../../../shared/books/match-rows.ts';
import { formatAmount, formatDate } from '../../../shared/texts/format.ts';
import { matchFieldName, matchSheetTexts } from '../../../shared/texts/match.ts';
import { Button } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';

/** More rows would make the window slow. The workbook has all of them. */
const mostShown = 500;

type Props = { readonly rows: readonly MatchRow[]; readonly hasDifference: boolean };

/** The invoices of one group. Those in the ledger link to their page. */
export const ComparisonTable = ({ rows, hasDifference }: Props) => {
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
