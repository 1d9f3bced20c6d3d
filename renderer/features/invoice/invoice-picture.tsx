import { Suspense, useEffect, useMemo } from 'react';
import type { PageDetail } from '../../../shared/contract/page.ts';
import { useReview } from '../../state/review-store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { PictureFrame } from '../picture/picture-frame.tsx';
import { useDraft } from '../../state/draft.ts';
import { followSelection, useShownPart, showPart } from '../../state/shown-part.ts';
import { viewFields, type InvoiceDetail } from './field-model.ts';
import { litNow, tiedFields } from './checks-list.tsx';
import { onPart } from './part-overlay.ts';
import { fieldId, aroundType, overlayOf, pathOfId } from './shapes.ts';
import { FindingText } from './finding-text.tsx';
import { Segments } from '../../ui/choices.tsx';
import { onDemand } from '../../ui/on-demand.ts';

type Props = {
  readonly detail: PageDetail;
  /** The shown page, from 1. */
  readonly part: number;
};

/** The pages of a joined invoice, to look at one of them. */
const PageTabs = ({ detail, part }: Props) => {
  const { t } = useTexts();
  const { invoice, summary } = detail;
  if (!invoice || invoice.pages.length === 0) return null;
  const shown = invoice.pages[part - 1];
  return (
    <div className="page-tabs">
      <Segments
        label={t('invoice.pages')}
        value={String(part)}
        options={invoice.pages.map((_, index) => ({
          value: String(index + 1),
          label: t('invoice.pageOf', { number: index + 1, count: invoice.pages.length }),
        }))}
        onChange={(value) => showPart(summary.id, Number(value))}
      />
      {shown && (
        <span className="muted cut" title={shown.name}>
          {shown.name}
        </span>
      )}
    </div>
  );
};

/**
 * The equations of the selected or edited field, shown over the picture. Only this part renders for each typed key;
 * the picture does not.
 */
const EquationBar = ({ invoice }: { readonly invoice: InvoiceDetail }) => {
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

// Only pages that are held back have a preview.
const Preview = onDemand(async () => (await import('../intake/preview.tsx')).Preview);

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
    // On a recognized page, the outlines already have a margin.
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
