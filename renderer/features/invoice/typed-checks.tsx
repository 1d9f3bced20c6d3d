import { createContext, useContext } from 'react';
import type { PageId } from '../../../shared/contract/page.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import type { Finding } from '../../../shared/invoice/finding.ts';
import { FindingText } from './finding-text.tsx';
import { checksWith, useDraft } from '../../state/draft.ts';
import type { InvoiceDetail } from './field-model.ts';

/** The page and the invoice shown in the panel. */
export const ShownInvoice = createContext<{ readonly id: PageId; readonly invoice: InvoiceDetail } | null>(
  null,
);

/** The equations of a field with the value being typed; null while nothing is typed. */
export const useTypedChecks = (path: FieldPath): readonly Finding[] | null => {
  const invoice = useContext(ShownInvoice)?.invoice;
  const draft = useDraft((state) => (state.draft?.path === path ? state.draft : null));
  if (!invoice || !draft) return null;
  return checksWith(invoice, draft).filter(({ fields }) => fields.length > 1 && fields.includes(path));
};

/** The findings below an edited value: the same equations as in the list and over the picture. */
export const TypedChecks = ({ checks }: { readonly checks: readonly Finding[] }) =>
  checks.map((check) => (
    <p key={`${check.id} ${check.fields.join(' ')}`} className="typed-check">
      <FindingText check={check} />
    </p>
  ));
