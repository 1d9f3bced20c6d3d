import { blocksAll, type BookInvoice, type VoucherFailure } from '../../../shared/books/build-vouchers.ts';
import { voucherName, type Booking } from '../../../shared/books/books-state.ts';
import { otherChargesOf, type Voucher } from '../../../shared/books/voucher.ts';
import { voucherRulesSchema, type VoucherRules } from '../../../shared/books/voucher-rules.ts';
import type { Language } from '../../../shared/language.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { booksTexts, voucherReasonTexts } from '../../../shared/texts/books.ts';
import type { DataFolder } from '../../app/data-folder.ts';
import {
  earlierBooking,
  numberVouchers,
  bookingChanges,
  withOwnCompanies,
  writeVouchersTo,
} from '../vouchers/booking.ts';
import { noteBooks } from '../ledger-invoices.ts';
import { filesOfPaths } from '../../app/files/sheets.ts';
import { readBounded } from '../../infra/files/read-bounded.ts';
import type { VouchersCommand } from './arguments.ts';
import type { Deliver, ExitCode, ReadSheet, RunDependencies } from '../../hosts/terminal/dependencies.ts';
import { checkOutput, recognizeCommandOf } from './recognize-first.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';

/** Maximum bytes of a rules file: two thousand rules are far below this. */
const mostRulesBytes = 4 * 1024 * 1024;

const readRules = async (path: string): Promise<Result<VoucherRules, string>> => {
  const read = await readBounded(path, mostRulesBytes);
  if (!read.ok) return failed(read.failure.reason === 'too-large' ? '> 4 MB' : read.failure.code);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(read.value);
    const parsed = voucherRulesSchema.safeParse(JSON.parse(text));
    if (parsed.success) return success(parsed.data);
    const [issue] = parsed.error.issues;
    return failed(issue ? `${issue.path.join('.') || 'JSON'}: ${issue.message}` : 'JSON');
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
};

type Readable = ReadSheet & { readonly book: BookInvoice; readonly booking: Booking | null };

/** Rows of pages in memory: ten thousand take a hundred megabytes. */
const rowsAtOnce = 100;

const readableOf = async (
  read: readonly ReadSheet[],
  { store }: DataFolder,
): Promise<readonly Readable[]> => {
  const readable: Readable[] = [];
  for (let from = 0; from < read.length; from += rowsAtOnce) {
    const part = read.slice(from, from + rowsAtOnce);
    const rows = await store.pages(part.flatMap(({ pageId }) => pageId ?? []));
    for (const one of part) {
      const invoice = one.page?.failure === null ? one.page.invoice : null;
      if (!invoice) continue;
      const row = rows.find(({ id }) => id === one.pageId);
      const { value, ticket } = invoice;
      const tags = row?.figures?.tags ?? [];
      const book = { invoice: value, tags, otherCharges: otherChargesOf(ticket) };
      readable.push({ ...one, book, booking: row ? await earlierBooking(row, value, store) : null });
    }
  }
  return readable;
};

const failureLine = ({ reason, line }: VoucherFailure, source: string, language: Language): string => {
  const place = line === null ? source : `${source} (${booksTexts.line(line)[language]})`;
  return `${place}: ${booksTexts.notBooked[language]}: ${voucherReasonTexts[reason][language]}`;
};

/**
 * A warning for each invoice that already had a voucher: it will be booked twice, unless this file replaces the
 * earlier one.
 */
const bookedBefore = (
  vouchers: readonly Voucher[],
  readable: readonly Readable[],
  language: Language,
): readonly string[] =>
  vouchers.flatMap(({ invoices }) =>
    invoices.flatMap((index) => {
      const one = readable[index];
      if (!one?.booking) return [];
      const { date, ...voucher } = one.booking;
      return [`${one.sheet.source}: ${booksTexts.bookedBefore(voucherName(voucher), date)[language]}`];
    }),
  );

/** `vouch vouchers`: recognizes new files, and books them by the rules of a file. */
export const runVouchers = async (
  command: VouchersCommand,
  dependencies: RunDependencies,
): Promise<ExitCode> => {
  const { home, streams } = dependencies;
  const { language, quiet, format, out } = command;
  const rules = await readRules(command.rules);
  if (!rules.ok) {
    streams.note(booksTexts.rulesUnreadable(command.rules, rules.failure)[language]);
    return 2;
  }
  const files = await filesOfPaths(command.paths);
  const unusable = await checkOutput(out, [...files, command.rules], home);
  if (unusable) {
    streams.note(unusable.message[language]);
    return 2;
  }
  const deliver: Deliver = async (read, { folder, settings }) => {
    const readable = await readableOf(read, folder);
    const pageOf = (index: number) => readable[index]?.pageId ?? null;
    const toBook = readable.map(({ book, pageId: page, booking: earlier }) => ({ book, page, earlier }));
    const built = await numberVouchers(folder.store, toBook, withOwnCompanies(rules.value, settings));
    const { vouchers, failures } = built;
    const messages = failures.map((failure) =>
      failureLine(failure, readable[failure.index]?.sheet.source ?? '', language),
    );
    if (failures.some(blocksAll)) return messages;
    if (vouchers.length === 0) return [...messages, booksTexts.nothingToBook[language]];
    const { written, lost } = await writeVouchersTo(out, vouchers, format);
    if (!written.ok) return [...messages, `${out}: ${commandFailureLine(written.failure, language)}`];
    for (const warning of bookedBefore(vouchers, readable, language)) streams.note(warning);
    await noteBooks(folder, bookingChanges(built, pageOf));
    if (lost.length > 0) streams.note(booksTexts.lostCharacters(lost.join(''))[language]);
    if (!quiet) streams.note(booksTexts.vouchers(vouchers.length)[language]);
    return messages;
  };
  return dependencies.recognize(recognizeCommandOf(command.paths, command), deliver);
};
