import { Suspense } from 'react';
import type { PageSummary } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { HeldNote } from '../features/office/held-note.tsx';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { InvoicePanel } from '../features/invoice/invoice-panel.tsx';
import { Button } from '../ui/button.tsx';
import { useTools } from '../features/tools.ts';
import { useApp } from '../state/store.ts';
import { onDemand } from '../ui/on-demand.ts';

// The window opens with the invoices.
const FacePanel = onDemand(async () => (await import('../features/faces/face-panel.tsx')).FacePanel);

/** The data of the shown page. */
export const Panel = ({ service }: { readonly service: ServiceId }) => {
  const { t } = useTexts();
  const detail = useApp((state) => state.details[service]);
  const faces = useApp((state) => state.faces);
  return (
    <section className="panel" aria-label={t(service === 'vat-invoice' ? 'invoice.panel' : 'face.panel')}>
      {detail && <HeldNote page={detail.summary.id} />}
      {detail?.invoice && (
        <InvoicePanel page={detail.summary} sent={detail.sent} invoice={detail.invoice} detail={detail} />
      )}
      {detail?.summary.state === 'recognized' && service === 'vat-invoice' && !detail.invoice && (
        <UnreadablePage page={detail.summary} />
      )}
      {detail?.faces && faces && (
        <Suspense>
          <FacePanel key={detail.summary.id} page={detail.summary} sent={detail.sent} pack={faces} />
        </Suspense>
      )}
    </section>
  );
};

/** The response is stored, but this version can't decode it although another version could. */
const UnreadablePage = ({ page }: { readonly page: PageSummary }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  return (
    <div className="page-word">
      <h2>{t('invoice.unreadable')}</h2>
      <p className="muted">{t('invoice.unreadableText')}</p>
      <Button icon="again" onPress={() => void actions.recognize([page.id])}>
        {t('documents.recognizeAgain')}
      </Button>
    </div>
  );
};
