import {
  verificationBar,
  verificationInputs,
  verificationPlatform,
  type VerificationInput,
  qrTextOf,
  type Verification,
} from '../../../shared/books/verification.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import type { Language } from '../../../shared/language.ts';
import { verificationObstacles, verificationSheetTexts } from '../../../shared/texts/verification.ts';
import { kindWord } from '../../export/page-words.ts';
import { plainSheet, plainWorkbook, sheetColumn } from '../vouchers/encode-vouchers.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import { failed, success } from '../../../shared/result.ts';
import { localAuthor } from '../../../shared/review/event.ts';
import { qrRows } from '../../formats/qr/qr-rows.ts';
import type { KeptFile } from '../../pipeline/page-intake.ts';
import type { WriteStore } from '../../store/port.ts';
import type { PageRow } from '../../store/records/page.ts';
import { localDay } from '../../../shared/local-day.ts';
import { meanwhileFailure } from '../../app/conflicting-changes.ts';
import type { Caller, Handlers } from '../../app/handlers.ts';
import { detailOf } from '../../app/page-detail.ts';
import { pageNotFound } from '../../app/command-failures.ts';
import {
  dropAttachment,
  keepAttachment,
  mostAttachmentBytes,
  readAttachment,
  readHanded,
} from '../../app/attachments.ts';
import { booksFailure, handedFailure } from '../books-failures.ts';
import type { BooksDependencies, BooksReads } from '../../app/books-room.ts';
import { gatedInvoices, noteBooks } from '../ledger-invoices.ts';
import { isDemo } from '../../../shared/books/gate.ts';

type UnverifiedInvoice = { readonly name: string; readonly invoice: Invoice };

const inputOf =
  (id: VerificationInput['id']) =>
  ({ invoice }: UnverifiedInvoice): string | null =>
    verificationInputs(invoice)?.find((input) => input.id === id)?.value ?? null;

/**
 * A workbook of unverified invoices with the fields of the platform's query form.
 * @param today ISO calendar date
 */
const unverifiedToXlsx = (
  invoices: readonly UnverifiedInvoice[],
  language: Language,
  today: string,
): Buffer => {
  const texts = verificationSheetTexts[language];
  const column = sheetColumn<UnverifiedInvoice>;
  const amount = ({ invoice }: UnverifiedInvoice): string | null =>
    inputOf('net')({ name: '', invoice }) ??
    inputOf('gross')({ name: '', invoice }) ??
    inputOf('vehicle-price')({ name: '', invoice });
  const columns = [
    column(texts.kind, 'text', 24, ({ invoice }) => kindWord(invoice, language)),
    column(texts.code, 'id', 14, inputOf('code')),
    column(texts.number, 'id', 23, ({ invoice }) => invoice.number),
    column(texts.date, 'id', 10, inputOf('date')),
    column(texts.amount, 'amount', 14, amount),
    column(texts.checkCode, 'id', 10, inputOf('check-code')),
    column(texts.seller, 'text', 30, ({ invoice }) => invoice.seller.name),
    column(texts.gross, 'amount', 14, ({ invoice }) => invoice.grossTotal),
    column(texts.bar, 'text', 26, ({ invoice }) => {
      const bar = verificationBar(invoice, today);
      return bar === null ? null : verificationObstacles[bar][language];
    }),
    column(texts.file, 'text', 30, ({ name }) => name),
    column(texts.platform, 'text', 36, () => verificationPlatform),
  ];
  return plainWorkbook([plainSheet(texts.title, columns, invoices)]);
};

type VerifyQueries = Pick<Handlers, 'books.attachment' | 'books.qr' | 'books.exportUnverified'>;

/** The input for the tax authority's platform, and its results. */
export const verifyQueries = (reads: BooksReads): VerifyQueries => {
  const { folder, assessor, delivery, host, settings } = reads;
  const { store } = folder;
  return {
    'books.attachment': async ({ id }) => {
      const attachment = (await store.page(id))?.books.verification?.attachment;
      const bytes = attachment ? await readAttachment(folder, attachment) : null;
      return attachment && bytes
        ? delivery.bytes(attachment.name, bytes)
        : failed(booksFailure('attachment-gone'));
    },
    'books.qr': async ({ id }) => {
      const page = await assessor.open(id);
      const reviewed = page && (await assessor.reviewed(page));
      if (reviewed?.service !== 'vat-invoice') return failed(pageNotFound);
      if (page && isDemo(page.row)) return success({ rows: null });
      const text = qrTextOf(reviewed.invoice.value);
      const rows = text === null ? null : await qrRows(text);
      return success({ rows: rows && [...rows] });
    },
    'books.exportUnverified': async ({ ids, language }) => {
      const invoices: UnverifiedInvoice[] = [];
      const pageIds: PageId[] = [];
      const question = { use: 'unverified', own: settings().ownCompanies } as const;
      const { used } = await gatedInvoices(
        reads,
        ids ?? null,
        question,
        ({ books }) => books.verification === null,
      );
      for (const { row, invoice } of used) {
        invoices.push({ name: row.name, invoice });
        pageIds.push(row.id);
      }
      if (invoices.length === 0) return failed(booksFailure('nothing-unverified'));
      const today = localDay(host.now());
      const parcel = { plan: null, ids: pageIds, leftOut: 0 };
      return delivery.file(`${verificationSheetTexts[language].title}-${today}`, 'xlsx', parcel, () =>
        Promise.resolve(unverifiedToXlsx(invoices, language, today)),
      );
    },
  };
};

type VerifyCommands = Pick<Handlers, 'books.verify' | 'books.attach'>;

/** Records the results from the tax authority's platform, each with its day. */
export const verifyCommands = ({ folder, assessor, emit }: BooksDependencies): VerifyCommands => {
  const { store } = folder;

  /** @param version the number of events of the page that the user has seen */
  const note = async (
    id: PageId,
    made: (row: PageRow | null) => Verification | null,
    version: number,
    caller: Caller,
    hold?: KeptFile['hold'],
  ) => {
    const { by } = caller;
    const changesOf = async (unit: WriteStore) =>
      new Map([[id, { kind: 'verify', verification: made(await unit.page(id)) } as const]]);
    const met = await noteBooks(folder, changesOf, by, {
      ...(hold ? { hold } : {}),
      seen: new Map([[id, version]]),
    });
    if (met) {
      // Nobody refers to the file that was stored for it.
      if (hold) await dropAttachment(folder, made(null));
      return await meanwhileFailure(met, caller);
    }
    const page = await assessor.open(id);
    if (!page) return failed(pageNotFound);
    const shown = await detailOf(store, page, await assessor.reviewed(page), by);
    emit({
      type: 'pages.changed',
      pages: [shown.summary],
      ...(by === localAuthor ? { details: [shown] } : {}),
    });
    return success(shown);
  };

  return {
    'books.verify': async ({ id, verification, version }, caller) => {
      const row = await store.page(id);
      if (!row) return failed(pageNotFound);
      if (verification && isDemo(row)) return failed(booksFailure('demo-not-verified'));
      // The saved result stays if only the result's text or day changes, also one that has just been saved.
      const keptWith = (now: PageRow | null): Verification | null => {
        const attachment = now?.books.verification?.attachment;
        return verification && { ...verification, ...(attachment ? { attachment } : {}) };
      };
      return note(id, keptWith, version, caller);
    },
    'books.attach': async ({ id, result, day, version, file }, caller) => {
      const row = await store.page(id);
      if (!row) return failed(pageNotFound);
      if (isDemo(row)) return failed(booksFailure('demo-not-verified'));
      const read = await readHanded(file, mostAttachmentBytes);
      if (!read.ok) return failed(handedFailure(read.failure));
      const { attachment, hold } = await keepAttachment(folder, read.value);
      return note(id, () => ({ result, day, attachment }), version, caller, hold);
    },
  };
};
