import type { VoucherTrial } from '../../../shared/contract/books-commands.ts';
import { includableReasons, type GateReason, type IncludableReason } from '../../../shared/books/gate.ts';
import { gateReasonTexts } from '../../../shared/texts/books-reasons.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/choices.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';

type Props = {
  readonly trial: VoucherTrial;
  readonly included: ReadonlySet<IncludableReason>;
  readonly onChange: (included: ReadonlySet<IncludableReason>) => void;
};

type LeftOut = VoucherTrial['held'][number];

/** More names are only counted. */
const mostNames = 5;

const isIncludable = (reason: GateReason): reason is IncludableReason =>
  includableReasons.some((one) => one === reason);

/** The invoices of each reason; an invoice may have several. */
const byReason = (list: readonly LeftOut[]): ReadonlyMap<GateReason, readonly LeftOut[]> => {
  const groups = new Map<GateReason, LeftOut[]>();
  for (const one of list)
    for (const reason of one.reasons) groups.set(reason, [...(groups.get(reason) ?? []), one]);
  return groups;
};

const nameOf = ({ name, other, voucher }: LeftOut): string => {
  const more = [...(voucher === null ? [] : [voucher]), ...(other === null || other === name ? [] : [other])];
  return more.length === 0 ? name : `${name} (${more.join(', ')})`;
};

/** What is left out of the vouchers and why, with the choice to include it. */
export const HeldInvoices = ({ trial, included, onChange }: Props) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const groups = byReason([...trial.held, ...trial.never]);
  // A reason that the user includes stays, so that the choice can be taken back.
  const reasons = [...new Set<GateReason>([...groups.keys(), ...included])];
  if (reasons.length === 0) return null;
  const choose = (reason: IncludableReason, isIn: boolean): void => {
    const next = new Set(included);
    if (isIn) next.add(reason);
    else next.delete(reason);
    onChange(next);
  };
  return (
    <section className="held-invoices" aria-label={t('books.vouchers.held')}>
      <p>{t('books.vouchers.heldCount', { held: trial.heldCount, never: trial.neverCount })}</p>
      <ul>
        {reasons.map((reason) => {
          const list = groups.get(reason) ?? [];
          const title = gateReasonTexts[reason][language];
          return (
            <li key={reason}>
              <span className="held-reason">
                {title}
                {list.length > 0 && ` · ${formatCount(list.length, language)}`}
              </span>
              <span className="held-names">
                {list.slice(0, mostNames).map((one) => (
                  <Button key={one.page} small look="quiet" onPress={() => void actions.openPage(one.page)}>
                    {nameOf(one)}
                  </Button>
                ))}
                {list.length > mostNames && '…'}
              </span>
              {isIncludable(reason) && (
                <Segments
                  label={title}
                  value={included.has(reason) ? 'in' : 'out'}
                  options={[
                    { value: 'out', label: t('books.vouchers.leaveOut') },
                    { value: 'in', label: t('books.vouchers.include') },
                  ]}
                  onChange={(value) => choose(reason, value === 'in')}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};

type OfferProps = {
  readonly offer: VoucherTrial['offer'];
  /** Null if the user can't change the companies. */
  readonly onUse: ((company: { readonly name: string; readonly taxId: string }) => void) | null;
};

/** No own company is known: the most frequent buyer is one click away. */
export const OwnCompanyOffer = ({ offer, onUse }: OfferProps) => {
  const { t } = useTexts();
  return (
    <div className="warning" role="alert">
      <p>{t('books.vouchers.ownUnknown')}</p>
      {offer && (
        <Button
          look="primary"
          isDisabled={onUse === null}
          onPress={() => onUse?.({ name: offer.name, taxId: offer.taxId })}
        >
          {t('books.vouchers.useOwn', { ...offer, name: offer.name === '' ? offer.taxId : offer.name })}
        </Button>
      )}
    </div>
  );
};
