import { basename } from 'node:path';
import { mostSides, type Side } from '../../shared/contract/sides.ts';
import { isSameInvoice } from '../../shared/invoice/checks/duplicates.ts';
import { success } from '../../shared/result.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import type { PageRow } from '../store/records/page.ts';
import type { DataFolder } from './data-folder.ts';
import type { Handlers } from './handlers.ts';

type Dependencies = {
  readonly folder: DataFolder;
  readonly assessor: Pick<Assessor, 'meaning' | 'readings'>;
};

/** Invoices side by side: duplicates, chosen pages, or the readings of one page. */
export const sidesCommands = ({ folder, assessor }: Dependencies): Pick<Handlers, 'pages.sides'> => {
  const { pages, documents } = folder.ledger;

  const sideOf = (row: PageRow): Side | null => {
    const meaning = assessor.meaning(row);
    if (meaning?.service !== 'vat-invoice') return null;
    return {
      page: row.id,
      name: row.name,
      number: row.page,
      reader: row.reader ?? 'service',
      hasPicture: row.picture !== null,
      review: row.figures?.review ?? 'open',
      invoice: meaning.invoice.value,
    };
  };

  /** The page first, then the pages with the same invoice. */
  const duplicatesOf = (row: PageRow): readonly PageRow[] => {
    const meaning = assessor.meaning(row);
    if (meaning?.service !== 'vat-invoice') return [];
    const { invoice, others } = meaning;
    const same = others.filter((other) => isSameInvoice(invoice.value, other));
    // Where the numbers differ, the page looks like others by its seller, amount and day.
    const shown = same.length > 0 ? same : others;
    return [row, ...shown.flatMap(({ pageId }) => pages.get(pageId) ?? [])];
  };

  /** The current values first, then what each other reader extracted; a file keeps its own name. */
  const readersOf = (row: PageRow): readonly Side[] => {
    const shown = sideOf(row);
    if (!shown) return [];
    const files = documents.renditions(row.document);
    const nameOf = (format: string): string =>
      basename(files.find((file) => file.format === format)?.name ?? row.name);
    const others: Side[] = [];
    for (const { reader, invoice } of assessor.readings(row)) {
      const hasPicture = row.picture !== null && (reader === 'service' || reader === 'sandbox');
      if (reader !== shown.reader)
        others.push({ ...shown, reader, name: nameOf(reader), hasPicture, invoice });
    }
    return [{ ...shown, name: nameOf(shown.reader) }, ...others];
  };

  return {
    'pages.sides': (question) => {
      if (question.of === 'readers') {
        const row = pages.get(question.id);
        return Promise.resolve(success({ sides: row ? [...readersOf(row)] : [] }));
      }
      const first = question.of === 'duplicates' ? pages.get(question.id) : null;
      const rows =
        question.of === 'pages'
          ? question.ids.flatMap((id) => pages.get(id) ?? [])
          : (first && duplicatesOf(first)) || [];
      const sides = rows.slice(0, mostSides).flatMap((row) => sideOf(row) ?? []);
      return Promise.resolve(success({ sides }));
    },
  };
};
