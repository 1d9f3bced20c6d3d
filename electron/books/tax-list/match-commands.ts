import { randomUUID } from 'node:crypto';
import { periodOfList } from '../../../shared/books/match-list.ts';
import { matchRows, type MatchRow } from '../../../shared/books/match-rows.ts';
import { failed, success } from '../../../shared/result.ts';
import { matchToXlsx } from './match-workbook.ts';
import { parseTaxList } from './read-tax-list.ts';
import { workbookLimits } from './safe-workbook.ts';
import { localDay } from '../../../shared/local-day.ts';
import type { Handlers } from '../../app/handlers.ts';
import { booksFailure, handedFailure } from '../books-failures.ts';
import type { BooksReads } from '../../app/books-room.ts';
import { readHanded } from '../../app/handed-file.ts';
import { matchLedger } from './match-ledger.ts';

type MatchQueries = Pick<Handlers, 'books.match' | 'books.exportMatch'>;

/** Compares lists of the tax bureau with the ledger. */
export const matchQueries = ({ folder, delivery, host, settings }: BooksReads): MatchQueries => {
  /** The last comparison of this process, which can be exported as a workbook. */
  let last: { readonly id: string; readonly rows: readonly MatchRow[] } | null = null;

  return {
    'books.match': async ({ file }) => {
      const read = await readHanded(file, workbookLimits.fileBytes);
      if (!read.ok) return failed(handedFailure(read.failure));
      const list = await parseTaxList(read.value.bytes);
      if (!list.ok) {
        const { reason, message, remedy } = list.failure;
        return failed({ id: `list-${reason}`, message, remedy });
      }
      const { ledger, match } = await matchLedger(list.value, folder, settings());
      const rows = matchRows(list.value, ledger, match);
      last = { id: randomUUID(), rows };
      return success({
        id: last.id,
        name: read.value.name,
        kind: list.value.kind,
        period: periodOfList(list.value),
        matched: match.matched,
        unreadable: [...match.unreadable],
        rows: [...rows],
      });
    },
    'books.exportMatch': ({ id, language }) => {
      if (last?.id !== id) return Promise.resolve(failed(booksFailure('match-gone')));
      const { rows } = last;
      const parcel = { plan: null, ids: rows.flatMap(({ page }) => page ?? []), leftOut: 0 };
      return delivery.file(`vouch-match-${localDay(host.now())}`, 'xlsx', parcel, () =>
        Promise.resolve(matchToXlsx(rows, language)),
      );
    },
  };
};
