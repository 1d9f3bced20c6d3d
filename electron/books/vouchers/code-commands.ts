import type { VoucherTrial } from './booking.ts';
import {
  codeOf,
  codeRows,
  readCodes,
  type BookCode,
  type CodeKind,
  type ReadCodes,
} from '../../../shared/books/codes.ts';
import { bookSidesOf, plain, sideOf } from '../../../shared/books/side.ts';
import { localDay } from '../../../shared/local-day.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { readHanded } from '../../app/attachments.ts';
import type { BooksReads } from '../../app/books-room.ts';
import type { Handlers } from '../../app/handlers.ts';
import { csvRecord } from '../../export/csv.ts';
import { readDelimited } from '../../formats/delimited.ts';
import { booksFailure, handedFailure } from '../books-failures.ts';
import { invoicesOf, type LedgerInvoice } from '../ledger-invoices.ts';

/** A table of codes is far smaller. */
export const codeTableLimits = { bytes: 4 * 1024 * 1024, rows: 5001, columns: 100 } as const;

/** Reads a table of codes from a CSV or TSV file. */
export const codesIn = (bytes: Uint8Array): Result<ReadCodes, 'not-a-code-table'> => {
  const rows = readDelimited(bytes, codeTableLimits);
  const read = typeof rows === 'string' ? null : readCodes(rows);
  return read ? success(read) : failed('not-a-code-table');
};

/** The other parties of invoices that the table has no code for, each once. */
const withoutCode = (
  found: readonly Pick<LedgerInvoice, 'invoice'>[],
  codes: readonly BookCode[],
  own: Parameters<typeof sideOf>[0],
): readonly Omit<BookCode, 'code'>[] => {
  const parties = new Map<string, Omit<BookCode, 'code'>>();
  for (const { invoice } of found)
    for (const side of bookSidesOf(sideOf(own, invoice).side)) {
      const [kind, party] =
        side === 'purchase'
          ? (['supplier', invoice.seller] as const)
          : (['customer', invoice.buyer] as const);
      const { name, taxId } = party;
      if ((name === null && taxId === null) || codeOf(codes, kind, party) !== null) continue;
      parties.set(`${kind} ${plain(taxId ?? name ?? '')}`, { kind, name: name ?? '', taxId: taxId ?? '' });
    }
  return [...parties.values()];
};

/**
 * The names of parties that a file of Yonyou will not contain: the table has codes of their kind, so they are used, but
 * not theirs. Whether that matters depends on the accounts.
 */
export const uncodedParties = ({
  used,
  built,
  rules,
  wantsCodes,
}: Pick<VoucherTrial, 'rules' | 'wantsCodes'> & {
  readonly used: readonly Pick<LedgerInvoice, 'invoice'>[];
  readonly built: Pick<VoucherTrial['built'], 'entriesOf'>;
}): readonly string[] => {
  if (!wantsCodes) return [];
  const booked = used.filter((_, index) => built.entriesOf.has(index));
  const isUsed = (kind: CodeKind): boolean => rules.codes.some((code) => code.kind === kind);
  return withoutCode(booked, rules.codes, rules.own).flatMap(({ kind, name, taxId }) =>
    isUsed(kind) ? [name === '' ? taxId : name] : [],
  );
};

/** The table of codes of accounting programs: CSV in, CSV out. */
export const codeQueries = (reads: BooksReads): Pick<Handlers, 'books.readCodes' | 'books.exportCodes'> => ({
  'books.readCodes': async ({ file }) => {
    const read = await readHanded(file, codeTableLimits.bytes);
    if (!read.ok) return failed(handedFailure(read.failure));
    const codes = codesIn(read.value.bytes);
    if (!codes.ok) return failed(booksFailure(codes.failure));
    return success({ codes: [...codes.value.codes], wrong: [...codes.value.wrong] });
  },
  'books.exportCodes': async ({ ids, codes }) => {
    const found: LedgerInvoice[] = [];
    for await (const one of invoicesOf(reads, ids)) found.push(one);
    const rows = codeRows(codes, withoutCode(found, codes, reads.settings().ownCompanies));
    const text = `\uFEFF${rows.map(csvRecord).join('')}`;
    const name = `vouch-codes-${localDay(reads.host.now())}.csv`;
    return reads.delivery.bytes(name, Buffer.from(text), 'text/csv');
  },
});
