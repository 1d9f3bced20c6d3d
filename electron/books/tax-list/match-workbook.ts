import { matchGroups, type MatchRow } from '../../../shared/books/match-rows.ts';
import type { Language } from '../../../shared/language.ts';
import { matchFieldName, matchGroupNames, matchSheetTexts } from '../../../shared/texts/match.ts';
import { plainSheet, plainWorkbook, sheetColumn, type SheetColumn } from '../vouchers/plain-sheet.ts';

/** A comparison with a list as a workbook: one sheet for each group that has rows. */
export const matchToXlsx = (rows: readonly MatchRow[], language: Language): Buffer => {
  const texts = matchSheetTexts[language];
  const column = sheetColumn<MatchRow>;
  const columns: readonly SheetColumn<MatchRow>[] = [
    column(texts.code, 'id', 14, ({ code }) => code),
    column(texts.number, 'id', 23, ({ number }) => number),
    column(texts.date, 'date', 12, ({ issueDate }) => issueDate),
    column(texts.seller, 'text', 30, ({ seller }) => seller),
    column(texts.gross, 'amount', 14, ({ grossTotal }) => grossTotal),
  ];
  const compared: readonly SheetColumn<MatchRow>[] = [
    column(texts.field, 'text', 16, ({ field }) => field && matchFieldName(field, language)),
    column(texts.list, 'text', 22, ({ list }) => list),
    column(texts.ledger, 'text', 22, ({ ledger }) => ledger),
  ];
  const sheets = matchGroups.flatMap((group) => {
    const own = rows.filter((row) => row.group === group);
    if (own.length === 0) return [];
    const all = group === 'differs' ? [...columns, ...compared] : columns;
    return [plainSheet(matchGroupNames[group][language], all, own)];
  });
  return plainWorkbook(sheets.length > 0 ? sheets : [plainSheet(texts.nothing, columns, [])]);
};
