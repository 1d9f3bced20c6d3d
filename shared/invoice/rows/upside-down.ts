import type { ElementKey } from '../../services/elements.ts';
import type { BlocksByElement } from '../element-blocks.ts';
import { medianOf } from './match-column.ts';
import { type PageDirection, placeLine } from './page-direction.ts';

const head: readonly ElementKey[] = [
  'vat-invoice-daima',
  'vat-invoice-haoma',
  'vat-invoice-issue-date',
  'vat-invoice-payer-name',
];
const foot: readonly ElementKey[] = [
  'vat-invoice-total',
  'vat-invoice-tax-total',
  'vat-invoice-total-cover-tax',
  'vat-invoice-total-cover-tax-digits',
];

/** Whether the totals are above the head: quads that start at the wrong corner turn a page by 180°. */
export const isUpsideDown = (blocks: BlocksByElement, frame: PageDirection): boolean => {
  const level = (elements: readonly ElementKey[]): number | null => {
    const places = elements
      .flatMap((element) => blocks.get(element) ?? [])
      .flatMap(({ lines }) => lines.flatMap((line) => placeLine(line, frame)?.across ?? []));
    return places.length === 0 ? null : medianOf(places);
  };
  const [top, bottom] = [level(head), level(foot)];
  return top !== null && bottom !== null && bottom < top;
};
