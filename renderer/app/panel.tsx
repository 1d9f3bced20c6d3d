import type { ServiceId } from '../../shared/services/service.ts';
import { FacePanel } from '../face/face-panel.tsx';
import { useTexts } from '../i18n/use-texts.ts';
import { InvoicePanel } from '../invoice/invoice-panel.tsx';
import { useApp } from './store.ts';

/** The figures of the shown page. */
export const Panel = ({ service }: { readonly service: ServiceId }) => {
  const { t } = useTexts();
  const detail = useApp((state) => state.details[service]);
  const faces = useApp((state) => state.faces);
  return (
    <section className="panel" aria-label={t(service === 'vat-invoice' ? 'invoice.panel' : 'face.panel')}>
      {detail?.invoice && <InvoicePanel page={detail.summary} sent={detail.sent} reading={detail.invoice} />}
      {detail?.faces && faces && (
        <FacePanel key={detail.summary.id} page={detail.summary} sent={detail.sent} pack={faces} />
      )}
    </section>
  );
};
