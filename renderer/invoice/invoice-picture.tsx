import { useMemo } from 'react';
import type { PageDetail } from '../../shared/records.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { PictureFrame } from '../page/picture-frame.tsx';
import { viewFields } from './field-model.ts';
import { overlayOf } from './shapes.ts';

const layers = ['regions', 'lines', 'doubtful', 'none'] as const;

/** An invoice's picture with its regions. */
export const InvoicePicture = ({ detail }: { readonly detail: PageDetail }) => {
  const { t, language } = useTexts();
  const { invoice, summary, sent } = detail;
  const isConfirmed = summary.review === 'confirmed';
  const shapes = useMemo(
    () => (invoice ? overlayOf(viewFields(invoice, isConfirmed), invoice.regions, language).shapes : []),
    [invoice, isConfirmed, language],
  );
  return (
    <PictureFrame
      page={summary}
      sent={sent}
      preparation={detail.preparation}
      label={t('canvas.invoiceLabel', { name: summary.name })}
      quads={shapes}
      layers={layers.map((value) => ({ value, label: t(`canvas.${value}`) }))}
    />
  );
};
