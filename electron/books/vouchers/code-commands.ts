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

/** A party without code, with the number of invoices for each spelling of its name. */
type Uncoded = Omit<BookCode, 'code' | 'name'> & { readonly names: Map<string, number> };

const mostFrequent = (names: Uncoded['names']): string => {
  const [first] = [...names].toSorted(([, one], [, other]) => other - one);
  return first?.[0] ?? '';
};

/**
 * Parties that were named without a taxpayer ID, each with the one of that name that has an ID: its code counts for both.
 * Another company of the name would need its own ID to be told apart.
 */
const mergedByName = (parties: readonly Uncoded[]): readonly Uncoded[] => {
  const isNamed = ({ names }: Uncoded, wanted: string): boolean =>
    names.keys().some((name) => plain(name) === wanted);
  return parties.filter((party) => {
    if (party.taxId !== '') return true;
    const name = plain(mostFrequent(party.names));
    const known = parties.find((one) => one.kind === party.kind && one.taxId !== '' && isNamed(one, name));
    if (!known) return true;
    for (const [spelling, count] of party.names)
      known.names.set(spelling, (known.names.get(spelling) ?? 0) + count);
    return false;
  });
};

/**
 * The other parties of invoices that the table has no code for: each taxpayer ID once, with its most frequent name, and
 * each name without an ID once.
 */
export const withoutCode = (
  found: readonly Pick<LedgerInvoice, 'invoice'>[],
  codes: readonly BookCode[],
  own: Parameters<typeof sideOf>[0],
): readonly Omit<BookCode, 'code'>[] => {
  const parties = new Map<string, Uncoded>();
  for (const { invoice } of found)
    for (const side of bookSidesOf(sideOf(own, invoice).side)) {
      const [kind, party] =
        side === 'purchase'
          ? (['supplier', invoice.seller] as const)
          : (['customer', invoice.buyer] as const);
      const { name, taxId } = party;
      if ((name === null && taxId === null) || codeOf(codes, kind, party) !== null) continue;
      const key = `${kind} ${taxId === null ? 'name' : 'id'} ${plain(taxId ?? name ?? '')}`;
      const known = parties.get(key) ?? { kind, taxId: taxId ?? '', names: new Map<string, number>() };
      if (name !== null) known.names.set(name, (known.names.get(name) ?? 0) + 1);
      parties.set(key, known);
    }
  return mergedByName([...parties.values()]).map(({ kind, taxId, names }) => ({
    kind,
    name: mostFrequent(names),
    taxId,
  }));
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
