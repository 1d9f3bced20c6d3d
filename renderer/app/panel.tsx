import type { ServiceId } from '../../shared/services/service.ts';
import { FacePanel } from '../face/face-panel.tsx';
import { useTexts } from '../i18n/use-texts.ts';
import { InvoicePanel } from '../invoice/invoice-panel.tsx';
import { useApp } from './store.ts';

/** The figures of the shown page. */
export const Panel = ({ service }: { readonly service: ServiceId }) => {
  const { t } = useTexts();
  const detail = useApp((state) => state.details[service]);
  return (
    <section className="panel" aria-label={t(service === 'vat-invoice' ? 'invoice.panel' : 'face.panel')}>
      {detail?.invoice && <InvoicePanel page={detail.summary} reading={detail.invoice} />}
      {detail?.faces && <FacePanel page={detail.summary} reading={detail.faces} />}
    </section>
  );
};
