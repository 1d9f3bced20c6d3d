import { failed, success } from '../../../shared/result.ts';
import type { PrintFile } from './print-files.ts';
import { readWholeFile } from '../../intake/read-file.ts';
import { refusal } from '../../formats/refusal.ts';
import { localDay } from '../../../shared/local-day.ts';
import type { PageRow } from '../../store/records/page.ts';
import { meanwhileFailure } from '../../app/conflicting-changes.ts';
import type { Handlers } from '../../app/handlers.ts';
import { booksFailure, charactersUndrawn, notPrinted } from '../books-failures.ts';
import type { BooksDependencies } from '../../app/books-room.ts';
import { gatedInvoices, noteBooks, type LedgerInvoice } from '../ledger-invoices.ts';

/** The file of an invoice to print: a file with a page layout is preferred to one with data only. */
const printable = ['pdf', 'ofd'] as const;

export const printCommands = (reads: BooksDependencies): Pick<Handlers, 'books.print'> => {
  const { folder, originals, delivery, emit, emitRows, host, settings } = reads;
  const pathOf = async (row: PageRow): Promise<string | null> => {
    const files = await folder.store.renditions(row.document);
    const own = files.find(({ sha256 }) => sha256 === row.originalSha256);
    const better = printable
      .map((format) => files.find((file) => file.format === format))
      .find((file) => file !== undefined);
    const isOwn = !better || own?.format === 'pdf' || better.sha256 === row.originalSha256;
    return isOwn ? originals.locate(row) : better.path;
  };

  /** Each file once, in the order of the invoices: its pages belong together. */
  async function* filesOf(found: readonly LedgerInvoice[]): AsyncGenerator<PrintFile> {
    const seen = new Set<number>();
    for (const row of found.flatMap(({ pages }) => pages)) {
      const { document, name } = row;
      if (seen.has(document)) continue;
      seen.add(document);
      const path = await pathOf(row);
      yield {
        source: name,
        content: path === null ? failed(refusal('unreadable', 'ENOENT')) : await readWholeFile(path),
      };
    }
  }

  return {
    'books.print': async ({ ids, perPage, cover, as }, caller) => {
      if (as === 'paper' && !host.printPdf) return failed(booksFailure('print-desktop-only'));
      const { used, never } = await gatedInvoices(reads, ids, { use: 'print', own: settings().ownCompanies });
      const listed = cover
        ? used.map(({ invoice, facts, gated }) => ({
            invoice,
            isCopy: facts.isElsewhere,
            hasErrors: gated.reasons.includes('error'),
          }))
        : null;
      // The PDF writer is large, and only needed for printing.
      const { printInvoices } = await import('./print-invoices.ts');
      const { pdf, missing } = await printInvoices(filesOf(used), perPage, listed);
      if (!pdf)
        return failed(
          booksFailure(never.some(({ facts }) => facts.isDemo) ? 'only-demo' : 'nothing-to-print'),
        );
      const notThere = [...missing.map(({ source }) => source), ...never.map(({ row }) => row.name)];
      if (notThere.length > 0) emit({ type: 'failure', failure: notPrinted(notThere) });
      const { undrawnIn } = await import('./cover-sheet.ts');
      const undrawn = undrawnIn(listed ?? []);
      if (undrawn.length > 0) emit({ type: 'failure', failure: charactersUndrawn(undrawn) });
      const there = used.filter(({ row }) => !notThere.includes(row.name));
      const printed = there.map(({ row }) => row.id);
      const seen = new Map(there.map(({ row }) => [row.id, row.version]));
      /** @returns what another user, who printed meanwhile, has noted; null for a print that has been made */
      const note = async (known: { readonly seen?: typeof seen } = {}) => {
        const changes = new Map(printed.map((id) => [id, { kind: 'print' } as const]));
        const met = await noteBooks(folder, changes, caller.by, known);
        await emitRows(printed);
        return met;
      };
      if (as === 'paper' && host.printPdf) {
        const outcome = await host.printPdf(pdf);
        if (outcome === 'failed') return failed(booksFailure('print-failed'));
        if (outcome === 'printed') await note();
        return success({ kind: outcome });
      }
      // Of two users who print an invoice at once, one gets the file. Only a dialog can still cancel it.
      const met = host.chooseSavePath ? null : await note({ seen });
      if (met) return await meanwhileFailure(met, caller);
      const given = await delivery.bytes(`vouch-print-${localDay(host.now())}.pdf`, pdf, 'application/pdf');
      if (given.ok && given.value.kind === 'saved') await note();
      return given;
    },
  };
};
