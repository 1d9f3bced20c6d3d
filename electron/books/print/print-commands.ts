import { failed, success } from '../../../shared/result.ts';
import type { PrintFile } from './print-files.ts';
import { readWholeFile } from '../../intake/read-file.ts';
import { refusal } from '../../formats/refusal.ts';
import { localDay } from '../../../shared/local-day.ts';
import type { PageRow } from '../../store/records/page.ts';
import { meanwhileFailure } from '../../app/conflicting-changes.ts';
import type { Caller, Handlers } from '../../app/handlers.ts';
import { sha256Of } from '../../infra/bytes.ts';
import { digestOfArchive } from '../archive/check-archive.ts';
import { resolveCertain, withReserved } from '../book-files.ts';
import { booksFailure, charactersUndrawn, notPrinted, takenFailure } from '../books-failures.ts';
import type { BooksDependencies } from '../../app/books-room.ts';
import { gatedInvoices, type LedgerInvoice } from '../ledger-invoices.ts';
import { printChanges, reservePrint, type PrintTaken } from './reserve-print.ts';

/** The file of an invoice to print: a file with a page layout is preferred to one with data only. */
const printable = ['pdf', 'ofd'] as const;

type Print = Handlers['books.print'];

/** A print is no export of pages. */
const unrecorded = { plan: null, ids: [], leftOut: 0 };

const refused = async (taken: PrintTaken, caller: Caller) =>
  'theirs' in taken ? meanwhileFailure(taken, caller) : failed(await takenFailure(taken, caller.nameOf));

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
      const { store } = folder;
      await resolveCertain(store, { by: caller.by, now: host.now() }, digestOfArchive, ['print']);
      const { used, never } = await gatedInvoices(reads, ids, { use: 'print', own: settings().ownCompanies });
      const rows = used.map(({ row }) => row);
      const reserved = await reservePrint(store, rows, { by: caller.by, target: null });
      if (!reserved.ok) return refused(reserved.failure, caller);
      const print = async ({ note, written, dropped }: typeof reserved.value): ReturnType<Print> => {
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
        if (!pdf) {
          await dropped();
          return failed(
            booksFailure(never.some(({ facts }) => facts.isDemo) ? 'only-demo' : 'nothing-to-print'),
          );
        }
        const notThere = [...missing.map(({ source }) => source), ...never.map(({ row }) => row.name)];
        if (notThere.length > 0) emit({ type: 'failure', failure: notPrinted(notThere) });
        const { undrawnIn } = await import('./cover-sheet.ts');
        const undrawn = undrawnIn(listed ?? []);
        if (undrawn.length > 0) emit({ type: 'failure', failure: charactersUndrawn(undrawn) });
        const printed = rows.filter(({ name }) => !notThere.includes(name)).map(({ id }) => id);
        const noteAt = (target: string | null) =>
          note({ target, digest: sha256Of(pdf), changes: printChanges(printed) });
        const settle = async (): Promise<void> => {
          await written();
          await emitRows(printed);
        };
        if (as === 'paper' && host.printPdf) {
          const outcome = await host.printPdf(pdf);
          if (outcome === 'printed') {
            await noteAt(null);
            await settle();
          } else await dropped();
          return outcome === 'failed' ? failed(booksFailure('print-failed')) : success({ kind: outcome });
        }
        const stem = `vouch-print-${localDay(host.now())}`;
        if (!host.chooseSavePath) {
          await noteAt(null);
          const offered = await delivery.bytes(`${stem}.pdf`, pdf, 'application/pdf');
          // Nobody can fetch it before this command has ended.
          await (offered.ok ? settle() : dropped());
          return offered;
        }
        const given = await delivery.file(stem, 'pdf', unrecorded, async (target) => {
          await noteAt(target);
          return pdf;
        });
        if (given.ok && given.value.kind === 'saved') await settle();
        else await dropped();
        return given;
      };
      return withReserved(reserved.value, print, (taken) => refused(taken, caller));
    },
  };
};
