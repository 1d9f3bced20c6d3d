import type { PageDetail } from '../../../shared/contract/page.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import type { Region } from '../../../shared/services/regions.ts';
import { mainPart, partOf } from '../../state/shown-part.ts';
import type { FieldView, InvoiceDetail } from './field-model.ts';

/** The overlay of one page of an invoice: its fields and its regions. */
type PartOverlay = {
  readonly fields: ReadonlyMap<FieldPath, FieldView>;
  readonly regions: readonly Region[];
};

/**
 * The fields and regions on one page of a joined invoice. Values outside the lines are printed on every page: on
 * other pages their regions are found by their element.
 */
export const onPart = (
  fields: ReadonlyMap<FieldPath, FieldView>,
  { summary }: Pick<PageDetail, 'summary'>,
  invoice: InvoiceDetail,
  part: number,
): PartOverlay => {
  const shown = invoice.pages[part - 1];
  if (!shown) return { fields, regions: invoice.regions };
  const own = [...fields].flatMap(([path, view]): readonly (readonly [FieldPath, FieldView])[] => {
    if (partOf(summary.id, invoice, path) === part) return [[path, view]];
    return view.field.group === 'lines' ? [] : [[path, { ...view, origin: null }]];
  });
  const isMain = part === mainPart(summary.id, invoice);
  return { fields: new Map(own), regions: isMain ? invoice.regions : shown.regions };
};
