import { lazy, Suspense, useEffect, useMemo } from 'react';
import type { PageDetail } from '../../../shared/contract/page.ts';
import { useReview } from '../../state/review-store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { PictureFrame } from '../picture/picture-frame.tsx';
import { useDraft } from '../../state/draft.ts';
import { followSelection, useShownPart } from '../../state/shown-part.ts';
import { EquationBar } from './equation-bar.tsx';
import { viewFields, type InvoiceDetail } from './field-model.ts';
import { litNow, tiedFields } from './lit-checks.ts';
import { PageTabs } from './page-tabs.tsx';
import { onPart } from './part-overlay.ts';
import { fieldId, aroundType, overlayOf, pathOfId } from './shapes.ts';

// Only pages that are held back have a preview.
const Preview = lazy(async () => {
  const { Preview: component } = await import('../intake/preview.tsx');
  return { default: component };
});

const layers = ['regions', 'lines', 'uncertain', 'none'] as const;

/** The shapes of the findings on the picture now. They stay the same while a value is typed. */
const useTied = (invoice: InvoiceDetail | null): readonly string[] => {
  const selected = useReview((review) => pathOfId(review.selected));
  const together = useReview((review) => review.together);
  const paths = useDraft(({ draft }) =>
    invoice === null ? '' : tiedFields(litNow(invoice, { draft, selected, together })).join(' '),
  );
  return useMemo(() => (paths === '' ? [] : paths.split(' ').map(fieldId)), [paths]);
};

/** An invoice's picture with its regions. */
export const InvoicePicture = ({ detail }: { readonly detail: PageDetail }) => {
  const { t, language } = useTexts();
  const { invoice, summary, sent } = detail;
  const isConfirmed = summary.review === 'confirmed';
  const tied = useTied(invoice);
  const part = useShownPart(summary.id, invoice);
  const isJoined = invoice !== null && invoice.pages.length > 0;
  useEffect(
    () => (isJoined ? followSelection(summary.id, invoice) : undefined),
    [isJoined, invoice, summary.id],
  );
  const quads = useMemo(() => {
    if (!invoice) return [];
    const { fields, regions } = onPart(viewFields(invoice, isConfirmed), { summary }, invoice, part);
    const { shapes } = overlayOf(fields, regions, language);
    // The outlines of a recognized page have room of their own.
    return summary.reader === 'ofd' || summary.reader === 'pdf' ? aroundType(shapes) : shapes;
  }, [invoice, isConfirmed, language, summary, part]);
  const other = invoice?.pages[part - 1];
  const isOther = other !== undefined && other.id !== summary.id;
  const page = isOther
    ? {
        ...summary,
        id: other.id,
        name: other.name,
        hasPicture: other.hasPicture,
        pictureKey: other.pictureKey,
      }
    : summary;
  const named = useMemo(() => layers.map((value) => ({ value, label: t(`canvas.${value}`) })), [t]);
  if (isOther && other.held && other.sent && other.preparation)
    return (
      <>
        <PageTabs detail={detail} part={part} />
        <Suspense>
          <Preview
            key={other.id}
            page={{ ...page, held: true, state: 'waiting', hasEarlier: other.hasEarlier }}
            sent={other.sent}
            preparation={other.preparation}
          />
        </Suspense>
      </>
    );
  return (
    <PictureFrame
      page={page}
      sent={isOther ? other.sent : sent}
      preparation={isOther ? other.preparation : detail.preparation}
      label={t('canvas.invoiceLabel', { name: page.name })}
      head={<PageTabs detail={detail} part={part} />}
      quads={quads}
      tied={tied}
      foot={invoice && <EquationBar invoice={invoice} />}
      layers={named}
    />
  );
};
