import { Suspense } from 'react';
import type { PageDetail } from '../../../shared/contract/page.ts';
import { isDigitalReader } from '../../../shared/invoice/complete.ts';
import { masked } from '../../../shared/invoice/characters.ts';
import { useIsEnabled } from '../../state/registry.ts';
import { formatAmount } from '../../../shared/texts/format.ts';
import { ticketNames } from '../../../shared/texts/names.ts';
import { describeJourney } from '../../../shared/invoice/journey.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { onDemand } from '../../ui/on-demand.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { SealSigners } from './seal-signers.tsx';

// Few invoices have special business, and its names are many.
const BusinessRow = onDemand(async () => (await import('./special-rows.tsx')).BusinessRow);
const SpecialRows = onDemand(async () => (await import('./special-rows.tsx')).SpecialRows);
const PaperRows = onDemand(async () => (await import('./special-rows.tsx')).PaperRows);

type Ticket = NonNullable<NonNullable<PageDetail['invoice']>['ticket']>;

const ticketKeys = [
  'passenger',
  'passengerId',
  'number',
  'from',
  'to',
  'date',
  'vehicle',
  'class',
  'fare',
  'fuelSurcharge',
  'fund',
  'otherTaxes',
] as const;

const TicketRows = ({ ticket }: { readonly ticket: Ticket }) => {
  const { t, language } = useTexts();
  return (
    <dl className="ticket-rows" aria-label={ticketNames[ticket.type][language]}>
      {ticketKeys.map((key) => {
        const value = ticket[key];
        if (value === null) return null;
        return (
          <div key={key}>
            <dt className="muted">{t(`invoice.ticket.${key}`)}</dt>
            <dd>{key === 'passengerId' ? masked(value) : formatAmount(value)}</dd>
          </div>
        );
      })}
    </dl>
  );
};

/** Additional data of an invoice: its files, their seals, the journey of a ticket and what another paper states, which a picture may show, too. */
export const DigitalNote = ({ detail }: { readonly detail: PageDetail }) => {
  const { t, language } = useTexts();
  const canCompare = useIsEnabled('compare');
  const { summary, renditions, sealText, preparation, invoice } = detail;
  const isDigital = summary.reader !== null && isDigitalReader(summary.reader);
  if (!isDigital && sealText === null && !invoice?.ticket && !invoice?.paper) return null;
  const tone = summary.seal === 'changed' ? 'tone-error' : 'muted';
  return (
    <div className="panel-note digital-note">
      {isDigital && <p>{t('invoice.readFrom', { format: (summary.reader ?? '').toUpperCase() })}</p>}
      {isDigital && preparation?.format === 'xml' && <p className="muted">{t('invoice.drawnFromData')}</p>}
      {renditions.length > 1 && (
        <p className="muted">
          {t('invoice.renditions', { names: renditions.map(({ name }) => name).join(', ') })}
        </p>
      )}
      {sealText && <p className={tone}>{sealText[language]}</p>}
      <SealSigners signers={detail.signers} />
      {invoice && (
        <Suspense>
          <BusinessRow invoice={invoice} />
        </Suspense>
      )}
      {invoice?.paper && (
        <Suspense>
          <PaperRows paper={invoice.paper} />
        </Suspense>
      )}
      {invoice?.ticket && <TicketRows ticket={invoice.ticket} />}
      {(invoice?.journeys ?? []).map((journey, index) => (
        // A journey has no id.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index}>{describeJourney(journey)}</p>
      ))}
      {(invoice?.special ?? []).map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Suspense key={index}>
          <SpecialRows block={block} />
        </Suspense>
      ))}
      {canCompare && <ActionButton id="compare" />}
    </div>
  );
};
