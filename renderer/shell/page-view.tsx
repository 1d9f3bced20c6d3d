import { Suspense } from 'react';
import type { MailHead } from '../../shared/contract/mail-head.ts';
import type { PageDetail } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { useTools } from '../features/tools.ts';
import { useApp } from '../state/store.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { InvoicePicture } from '../features/invoice/invoice-picture.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { RecordButton } from '../features/picture/record-button.tsx';
import { EarlierExtraction } from '../features/documents/earlier-extraction.tsx';
import { OriginalNote } from '../features/documents/original-note.tsx';
import { onDemand } from '../ui/on-demand.ts';

// The window opens with the invoices.
const FacePicture = onDemand(
  async () => (await import('../features/faces/face-picture.tsx')).FacePictureView,
);

// Most documents are read.
const FailureView = onDemand(
  async () => (await import('../features/documents/failure-view.tsx')).FailureView,
);

const WhyWaiting = onDemand(async () => (await import('../features/documents/failure-words.tsx')).WhyWaiting);

// Only pages that are held back have a preview.
const Preview = onDemand(async () => (await import('../features/intake/preview.tsx')).Preview);

/** The shown page: its picture with the extraction, or its state and the possible actions. */
export const PageView = ({ service }: { readonly service: ServiceId }) => {
  const { t } = useTexts();
  const current = useApp((state) => state.current[service]);
  const detail = useApp((state) => state.details[service]);
  if (current === null) return <p className="page-word muted">{t('start.pick')}</p>;
  if (!detail) return <p className="page-word muted late">{t('stateText.loading')}</p>;
  return (
    <>
      {detail.summary.demo && detail.summary.state === 'recognized' && (
        <SandboxBanner isInvoice={detail.summary.service === 'vat-invoice'} />
      )}
      {detail.summary.state === 'recognized' && <EarlierExtraction page={detail.summary} />}
      <OriginalNote detail={detail} />
      {detail.mail && <MailNote mail={detail.mail} />}
      <PageBody detail={detail} />
    </>
  );
};

/** The mail that a document came with. */
const MailNote = ({ mail: { sender, subject, day } }: { readonly mail: MailHead }) => {
  const { t } = useTexts();
  const parts = [
    ...(sender === '' ? [] : [t('mail.from', { sender })]),
    ...(subject === '' ? [] : [t('mail.about', { subject })]),
    ...(day === '' ? [] : [day]),
  ];
  if (parts.length === 0) return null;
  return (
    <p className="banner" role="note">
      <Icon name="info" />
      <span className="selectable">{parts.join(' · ')}</span>
    </p>
  );
};

/** Photos are never part of the books. */
const SandboxBanner = ({ isInvoice }: { readonly isInvoice: boolean }) => {
  const { t } = useTexts();
  return (
    <p className="banner sandbox" role="note">
      <Icon name="info" />
      {t(isInvoice ? 'documents.sandboxTitle' : 'documents.sandboxPhoto')}
    </p>
  );
};

const PageBody = ({ detail }: { readonly detail: PageDetail }) => {
  const { summary } = detail;
  switch (summary.state) {
    case 'recognized':
      return summary.service === 'vat-invoice' ? (
        <InvoicePicture detail={detail} />
      ) : (
        <Suspense>
          <FacePicture detail={detail} />
        </Suspense>
      );
    case 'failed':
      return (
        <Suspense>
          <FailureView detail={detail} />
        </Suspense>
      );
    case 'waiting':
      return summary.held && detail.sent && detail.preparation ? (
        <Suspense>
          <Preview key={summary.id} page={summary} sent={detail.sent} preparation={detail.preparation} />
        </Suspense>
      ) : (
        <Pending detail={detail} state="waiting" />
      );
    case 'calling':
    case 'interrupted':
    case 'cancelled':
      return <Pending detail={detail} state={summary.state} />;
    default:
      return summary.state satisfies never;
  }
};

type PendingProps = {
  readonly detail: PageDetail;
  readonly state: 'waiting' | 'calling' | 'interrupted' | 'cancelled';
};

const Pending = ({ detail, state }: PendingProps) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const { id, name, failure } = detail.summary;
  const isAtEnd = state === 'interrupted' || state === 'cancelled';
  return (
    <div className="page-word">
      <h2>{name}</h2>
      {failure && state === 'waiting' ? (
        <Suspense>
          <WhyWaiting page={detail.summary} failure={failure} />
        </Suspense>
      ) : (
        <p>
          {state === 'calling' && <Icon name="busy" className="spin" />} {t(`stateText.${state}`)}
        </p>
      )}
      {detail.summary.maybePaid && <p className="muted">{t('failure.paid')}</p>}
      <div className="failure-actions">
        {isAtEnd ? (
          <Button icon="again" look="primary" onPress={() => void actions.recognize([id])}>
            {t('documents.recognizeAgain')}
          </Button>
        ) : (
          <Button icon="close" onPress={() => void actions.ask('pages.cancel', { ids: [id] })}>
            {t('documents.cancel')}
          </Button>
        )}
        <RecordButton />
      </div>
    </div>
  );
};
