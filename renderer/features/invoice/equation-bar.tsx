import { useDraft } from '../../state/draft.ts';
import { useReview } from '../../state/review-store.ts';
import { FindingText } from './finding-text.tsx';
import type { InvoiceDetail } from './field-model.ts';
import { litNow } from './lit-checks.ts';
import { pathOfId } from './shapes.ts';

/**
 * The equations of the selected or edited field, shown over the picture. It alone renders for each typed key;
 * the picture does not.
 */
export const EquationBar = ({ invoice }: { readonly invoice: InvoiceDetail }) => {
  const draft = useDraft((state) => state.draft);
  const selected = useReview((review) => pathOfId(review.selected));
  const together = useReview((review) => review.together);
  return (
    <div className="equation-bar" role="status">
      {litNow(invoice, { draft, selected, together }).map((check) => (
        <p key={`${check.id} ${check.fields.join(' ')}`} className={`equation ${check.level}`}>
          <FindingText check={check} />
        </p>
      ))}
    </div>
  );
};
