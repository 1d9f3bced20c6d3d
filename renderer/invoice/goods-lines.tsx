import { lineColumns } from '../../shared/invoice/fields.ts';
import type { FieldPath, InvoiceLine } from '../../shared/invoice/model.ts';
import { useReview } from '../app/review-store.ts';
import { useTexts } from '../i18n/use-texts.ts';
import type { FieldView } from './field-model.ts';
import { FieldStory } from './field-story.tsx';
import { pathOfId } from './shapes.ts';
import { ValueCell } from './value-cell.tsx';

type Props = {
  readonly fields: ReadonlyMap<FieldPath, FieldView>;
  readonly lines: readonly InvoiceLine[];
  readonly firstRow: number;
  readonly tabStop: string | null;
  readonly onCorrect: (path: string, value: string | null) => Promise<boolean>;
};

const columnNames = ['name', 'unitPrice', 'amount', 'taxRate', 'tax'] as const;

/** The goods lines as the table that they are on paper. */
export const GoodsLines = ({ fields, lines, firstRow, tabStop, onCorrect }: Props) => {
  const { t } = useTexts();
  const selected = useReview((review) => pathOfId(review.selected));
  const story = selected?.startsWith('lines.') ? fields.get(selected) : undefined;
  const title = t('invoice.groups.lines');
  return (
    <section className="field-group" aria-label={title}>
      <h3>{title}</h3>
      {lines.length === 0 && <p className="panel-note muted">{t('invoice.noLines')}</p>}
      {lines.length > 0 && (
        <div role="grid" aria-label={title} className="goods-lines">
          <div role="row" className="goods-line goods-head">
            {columnNames.map((name) => (
              <span key={name} role="columnheader" className={`goods-${name}`}>
                {t(`invoice.columns.${name}`)}
              </span>
            ))}
          </div>
          {lines.map((_, index) => (
            // A line has no name of its own: its place is what it is known by, in corrections too.
            <div
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              role="row"
              className="goods-line"
              aria-label={t('invoice.line', { number: index + 1 })}
            >
              {lineColumns.map(({ path }, column) => {
                const view = fields.get(`lines.${index}.${path}`);
                return (
                  view && (
                    <ValueCell
                      key={path}
                      view={view}
                      row={firstRow + index}
                      column={column}
                      isTabStop={tabStop === view.field.path}
                      className={`goods-${path}`}
                      onCorrect={onCorrect}
                    />
                  )
                );
              })}
            </div>
          ))}
          {story && <FieldStory view={story} />}
        </div>
      )}
    </section>
  );
};
