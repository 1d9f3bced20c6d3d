import type { PageDetail } from '../../../shared/contract/page.ts';
import { showPart } from '../../state/shown-part.ts';
import { Segments } from '../../ui/segments.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';

type Props = {
  readonly detail: PageDetail;
  /** The shown page, from 1. */
  readonly part: number;
};

/** The pages of a joined invoice, to look at one of them. */
export const PageTabs = ({ detail, part }: Props) => {
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
