import { joinedPathOf, joinPages, type LinePlace } from '../../shared/invoice/join-pages.ts';
import { isOfLines, linesTable } from '../../shared/invoice/invoice-changes.ts';
import type { FieldPath } from '../../shared/invoice/model.ts';
import type { JoinedPage, PageId } from '../../shared/contract/page.ts';
import { isInvoiceEvent, type InvoiceEvent, type ReviewEvent } from '../../shared/review/event.ts';
import { reviewStateOf, setsState, type ReviewState } from '../../shared/review/replay.ts';
import type { PageRow } from '../store/records/page.ts';
import { lookalikeName } from '../store/records/review.ts';
import { invoiceDigest, type DerivedInvoice, type DerivedPage } from './derived.ts';

/** A page of a joined invoice; its data is null if it was not recognized, or if its response is lost. */
export type PageOfInvoice = { readonly row: PageRow; readonly derived: DerivedPage | null };
type ReadPage = { readonly row: PageRow; readonly derived: DerivedPage };

const isRead = (page: PageOfInvoice): page is ReadPage => page.derived !== null;

const isOnPicture = ({ state }: PageRow): boolean => state === 'recognized';

const shownPage = ({ row, derived }: PageOfInvoice): JoinedPage => ({
  id: row.id,
  name: row.name,
  source: row.source,
  page: row.page,
  hasPicture: row.picture !== null,
  pictureKey: row.picture?.sha256.slice(0, 16) ?? null,
  sent: row.picture,
  preparation: row.preparation,
  held: row.held && row.state === 'waiting',
  hasEarlier: row.hasEarlier,
  // While the page is held, its preview is shown, and earlier positions refer to another picture.
  regions: isOnPicture(row) ? (derived?.invoice.regions ?? []) : [],
});

const nameOf = ({ row }: PageOfInvoice): string => lookalikeName(row.name, row);

/**
 * Items with a field, under the field's name in the joined invoice. Items whose field is not in it are left out.
 */
const renamed = <Item extends { readonly field: FieldPath }>(
  items: readonly Item[],
  pathOf: (path: FieldPath) => FieldPath | null,
  isShown: (path: FieldPath) => boolean,
): readonly Item[] =>
  items.flatMap((item) => {
    const field = isShown(item.field) ? pathOf(item.field) : null;
    return field === null ? [] : [{ ...item, field }];
  });

const withoutPlaces = (origins: DerivedInvoice['origins']): DerivedInvoice['origins'] =>
  Object.fromEntries(Object.entries(origins).map(([path, origin]) => [path, { ...origin, quad: null }]));

/** An event after which findings about the lines are open again. */
const touchingLines = (event: ReviewEvent): InvoiceEvent => ({
  ...event,
  change: { kind: 'revert', field: linesTable },
});

/** The effect of a further page's event on accepted findings. */
const settlingOf = (
  event: InvoiceEvent,
  { row }: ReadPage,
  pathOf: (path: FieldPath) => FieldPath | null,
  mainExtraction: number | null,
): InvoiceEvent => {
  const { change, extractionId } = event;
  if (change.kind !== 'accept' || extractionId !== row.extractionId) return touchingLines(event);
  const fields = change.fields.map(pathOf).filter((path) => path !== null);
  return { ...event, extractionId: mainExtraction, change: { ...change, fields } };
};

/**
 * A further page that was recognized again has other lines. A recognition is not an event, so its time is compared.
 */
const readAgain = ({ row, derived }: ReadPage): readonly ReviewEvent[] =>
  row.answeredAt === null
    ? []
    : [
        {
          id: 0,
          version: 0,
          by: '',
          at: row.answeredAt,
          extractionId: derived.standing.at(-1)?.extractionId ?? null,
          change: { kind: 'split' },
        },
      ];

const byTime = (one: ReviewEvent, other: ReviewEvent): number =>
  one.at === other.at ? one.id - other.id : one.at < other.at ? -1 : 1;

/** The events that settle findings of the joined invoice, oldest first. */
const settlingEvents = (
  pages: readonly ReadPage[],
  main: ReadPage,
  lines: readonly LinePlace[],
): readonly InvoiceEvent[] =>
  pages
    .flatMap((page, index): readonly InvoiceEvent[] => {
      if (page === main)
        return page.derived.standing.flatMap((event) => {
          if (isInvoiceEvent(event)) return [event];
          return event.change.kind === 'join' ? [touchingLines(event)] : [];
        });
      const pathOf = joinedPathOf(lines, index);
      const own = page.derived.settling.map((event) =>
        settlingOf(event, page, pathOf, main.row.extractionId),
      );
      return [...own, ...readAgain(page).map(touchingLines)];
    })
    .sort(byTime);

/** A later change of a further page opens the invoice again, as a change of the main page does. */
const reviewOf = (main: ReadPage, pages: readonly ReadPage[], digest: string): ReviewState => {
  const { standing } = main.derived;
  // The user has confirmed the whole invoice, not this page alone.
  const review = reviewStateOf(standing, main.row.extractionId, digest);
  if (review === 'open') return review;
  const reviewedAt = standing.findLast(({ change }) => setsState(change, review))?.at ?? '';
  const isChanged = ({ row, derived }: ReadPage): boolean =>
    (row.answeredAt ?? '') > reviewedAt || derived.settling.some(({ at }) => at > reviewedAt);
  return pages.some((page) => page !== main && isChanged(page)) ? 'open' : review;
};

/**
 * The data of a joined invoice: first each page with its own events, then the combined lines and values.
 * @param id the page that represents the invoice
 * @param all its pages in their order
 */
export const joinDerived = (own: DerivedPage, id: PageId, all: readonly PageOfInvoice[]): DerivedPage => {
  const pages = all.filter(isRead);
  const at = pages.findIndex(({ row }) => row.id === id);
  const main = pages[at];
  if (!main || all.length < 2) return own;
  const joined = joinPages(
    pages.map(({ row, derived: { invoice } }) => ({
      invoice: invoice.value,
      origins: isOnPicture(row) ? invoice.origins : withoutPlaces(invoice.origins),
      findings: invoice.findings,
      corrected: new Set(
        invoice.corrections.filter(({ kind }) => kind !== 'reverted').map(({ field }) => field),
      ),
    })),
    at,
  );
  const each = <Item extends { readonly field: FieldPath }>(
    itemsOf: (invoice: DerivedInvoice) => readonly Item[],
  ): readonly Item[] =>
    pages.flatMap(({ derived }, index) =>
      renamed(
        itemsOf(derived.invoice),
        joinedPathOf(joined.lines, index),
        (path) => isOfLines(path) || (joined.filled.get(path) ?? at) === index,
      ),
    );
  const invoices = pages.map(({ derived }) => derived.invoice);
  // Origins count the pages that have data; the window shows all pages.
  const partOf = new Map(
    pages.map(({ row }, index) => [index + 1, all.findIndex((one) => one.row === row) + 1]),
  );
  const origins = Object.fromEntries(
    Object.entries(joined.origins).map(([path, origin]) =>
      origin.part === undefined
        ? [path, origin]
        : [path, { ...origin, part: partOf.get(origin.part) ?? origin.part }],
    ),
  );
  const digest = invoiceDigest({ ...own.invoice, value: joined.invoice });
  return {
    ...own,
    digest,
    review: reviewOf(main, pages, digest),
    settling: settlingEvents(pages, main, joined.lines),
    invoice: {
      ...own.invoice,
      value: joined.invoice,
      origins,
      findings: joined.findings,
      corrections: each(({ corrections }) => corrections).toSorted((one, other) => one.id - other.id),
      conflicts: each(({ conflicts }) => conflicts),
      linesConflict: invoices.find(({ linesConflict }) => linesConflict !== null)?.linesConflict ?? null,
      linesEdited: invoices.some(({ linesEdited }) => linesEdited),
      qr: own.invoice.qr ?? invoices.find(({ qr }) => qr !== null)?.qr ?? null,
      pages: all.map(shownPage),
      linePages: joined.lines.map(({ page }) => partOf.get(page + 1) ?? page + 1),
      places: joined.lines.flatMap(({ page, index }) => {
        const on = pages[page];
        return on ? [{ page: on.row.id, index }] : [];
      }),
      unread: all.filter((page) => !isRead(page)).map(nameOf),
    },
  };
};
