import type { ExportPage } from './export-page.ts';

/** The name of the picture of a page of an invoice; the first keeps the name. `part` counts from 0. */
export const partName = (name: string, part: number): string =>
  part === 0 ? name : name.replace(/(\.[^.]*)?$/u, (extension) => `-${part + 1}${extension}`);

/**
 * A page once for each picture of its invoice, with the values and regions on that picture: the page that
 * represents the invoice first.
 */
export const drawnPages = (page: ExportPage): readonly ExportPage[] => {
  const { invoice } = page;
  const pages = invoice?.pages ?? [];
  if (!invoice || pages.length === 0) return [page];
  const on = (part: number | undefined): typeof invoice.origins =>
    Object.fromEntries(Object.entries(invoice.origins).filter(([, origin]) => origin.part === part));
  const others = pages.flatMap(({ sent, regions }, index): readonly ExportPage[] =>
    sent === null || sent.sha256 === page.sent?.sha256
      ? []
      : [{ ...page, sent, invoice: { ...invoice, regions, origins: on(index + 1) } }],
  );
  return [{ ...page, invoice: { ...invoice, origins: on(undefined) } }, ...others];
};
