import type { PageDetail } from '../../../shared/contract/page.ts';
import { businessOf } from '../../../shared/invoice/business.ts';
import type { SpecialBlock } from '../../../shared/invoice/extraction.ts';
import { paperKeys, type Paper } from '../../../shared/invoice/paper.ts';
import { masked } from '../../../shared/invoice/characters.ts';
import { isPersonalId } from '../../../shared/invoice/special-blocks.ts';
import { businessNames } from '../../../shared/texts/business-names.ts';
import { formatAmount, formatDate } from '../../../shared/texts/format.ts';
import { paperTitle, paperValueNames } from '../../../shared/texts/papers.ts';
import { columnNames } from '../../../shared/texts/columns.ts';
import { specialBlockName, specialValueName } from '../../../shared/texts/special-business.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';

/** What was traded; nothing if the invoice does not name it. */
export const BusinessRow = ({ invoice }: { readonly invoice: NonNullable<PageDetail['invoice']> }) => {
  const { language } = useTexts();
  const business = businessOf({ ...invoice, invoice: invoice.value });
  if (business === null) return null;
  return (
    <dl className="ticket-rows">
      <div>
        <dt className="muted">{columnNames.business[language]}</dt>
        <dd>{businessNames[business][language]}</dd>
      </div>
    </dl>
  );
};

/** A block of an invoice for special business: its name and its values. */
export const SpecialRows = ({ block }: { readonly block: SpecialBlock }) => {
  const { language } = useTexts();
  const name = specialBlockName(block, language);
  return (
    <>
      <h4>{name}</h4>
      <dl className="ticket-rows" aria-label={name}>
        {block.values.map((value, index) => (
          // A block may have several values of one name.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index}>
            <dt className="muted">{specialValueName(value, language)}</dt>
            <dd>{isPersonalId(value) ? masked(value.value) : value.value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
};

/** What a paper that is no invoice is and states. */
export const PaperRows = ({ paper }: { readonly paper: Paper }) => {
  const { language } = useTexts();
  const title = paperTitle(paper.type, language);
  const shown = {
    ...paper,
    amount: paper.amount && formatAmount(paper.amount),
    date: paper.date && formatDate(paper.date, language),
  };
  return (
    <>
      <h4>{title}</h4>
      <dl className="ticket-rows" aria-label={title}>
        {paperKeys.map(
          (key) =>
            shown[key] && (
              <div key={key}>
                <dt className="muted">{paperValueNames[key][language]}</dt>
                <dd>{shown[key]}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
};
