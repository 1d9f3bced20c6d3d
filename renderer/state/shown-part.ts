import { create } from 'zustand';
import type { PageDetail } from '../../shared/contract/page.ts';
import { placeOf } from '../../shared/invoice/fields.ts';
import type { ReadableState } from './read-store.ts';
import { useReview } from './review-store.ts';

type Invoice = NonNullable<PageDetail['invoice']>;

/** The page of a joined invoice that the user chose to see, from 1; without meaning for any other invoice. */
type Chosen = { readonly invoice: number | null; readonly part: number };

const store = create<Chosen>(() => ({ invoice: null, part: 1 }));
const useChosen: ReadableState<Chosen> = store;

/** Shows the picture of a page of a joined invoice. */
export const showPart = (invoice: number, part: number): void => store.setState({ invoice, part });

/** The page, from 1, that represents the invoice; 1 for an invoice on one page. */
export const mainPart = (id: number, { pages }: Invoice): number =>
  Math.max(1, pages.findIndex((page) => page.id === id) + 1);

/** The page of a joined invoice that contains a field, from 1. */
export const partOf = (id: number, invoice: Invoice, path: string): number => {
  const place = placeOf(path);
  const ofLine = place?.kind === 'line' ? invoice.linePages[place.index] : undefined;
  return ofLine ?? invoice.origins[path]?.part ?? mainPart(id, invoice);
};

/** The page whose picture is shown, from 1. */
export const useShownPart = (id: number, invoice: Invoice | null): number => {
  const chosen = useChosen();
  if (!invoice || invoice.pages.length === 0) return 1;
  const isChosen = chosen.invoice === id && chosen.part <= invoice.pages.length;
  return isChosen ? chosen.part : mainPart(id, invoice);
};

/** Shows the page of the field that is selected in the panel. Returns a function that stops it. */
export const followSelection = (id: number, invoice: Invoice): (() => void) =>
  useReview.subscribe((now, before) => {
    if (now.selected === before.selected && now.revealed === before.revealed) return;
    if (!now.selected?.startsWith('field:')) return;
    showPart(id, partOf(id, invoice, now.selected.slice('field:'.length)));
  });
