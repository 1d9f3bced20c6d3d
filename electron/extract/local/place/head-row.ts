import { tableHeadsOf, type TableHead } from '../../document/page-text/columns.ts';
import type { TextRow } from '../../document/page-text/rows.ts';

const names = ['货物或应税劳务、服务名称', '货物或应税劳务名称', '项目名称', '服务名称'];
const rates = ['税率', '征收率', '税率/征收率'];
/** A character of a head, and which of the heads that is. */
type HeadCharacter = { readonly text: string; readonly head: number };

/** The heads of a table of goods as a whole, in their order. */
const wholeHeads = names.flatMap((name) =>
  rates.map((rate) =>
    [name, '规格型号', '单位', '数量', '单价', '金额', rate, '税额'].flatMap((word, head) =>
      Array.from(word, (text): HeadCharacter => ({ text, head })),
    ),
  ),
);

/** The largest share of characters that may be wrong, missing or too many in the heads of a table. */
const mostWrong = 0.35;
/** A row of heads has at least one of these. */
const known = /规格型号|单位|数量|单价|金额|税率|税额/u;

/** The fewest changes between two texts, by the lengths of their starts. */
const changesBetween = (text: string, wanted: readonly HeadCharacter[]): readonly number[][] => {
  const changes = [Array.from({ length: wanted.length + 1 }, (_, at) => at)];
  for (const [at, character] of Array.from(text).entries()) {
    const above = changes[at] ?? [];
    const row = [at + 1];
    for (const [index, one] of wanted.entries())
      row.push(
        Math.min(
          (above[index] ?? 0) + Number(character !== one.text),
          (above[index + 1] ?? 0) + 1,
          (row[index] ?? 0) + 1,
        ),
      );
    changes.push(row);
  }
  return changes;
};

/** For each character of a text the one that it stands for, by the changes between both; null if it is too many. */
const standsFor = (
  text: string,
  wanted: readonly HeadCharacter[],
  changes: readonly number[][],
): readonly (HeadCharacter | null)[] => {
  const result: (HeadCharacter | null)[] = Array.from(text, () => null);
  let [at, index] = [text.length, wanted.length];
  const costAt = (row: number, column: number): number => changes[row]?.[column] ?? Infinity;
  while (at > 0 && index > 0) {
    const one = wanted[index - 1];
    if (costAt(at, index) === costAt(at - 1, index - 1) + Number(text[at - 1] !== one?.text)) {
      [at, index] = [at - 1, index - 1];
      result[at] = one ?? null;
    } else if (costAt(at, index) === costAt(at - 1, index) + 1) at -= 1;
    else index -= 1;
  }
  return result;
};

/** A row with its misread characters as those of the heads of a table; null if it is none. */
const asHeadRow = (row: TextRow): TextRow | null => {
  if (!known.test(row.text)) return null;
  const [best] = wholeHeads
    .map((wanted) => {
      const changes = changesBetween(row.text, wanted);
      return { wanted, changes, count: changes.at(-1)?.at(-1) ?? Infinity };
    })
    .filter(({ wanted, count }) => count <= mostWrong * wanted.length)
    .toSorted((one, other) => one.count - other.count);
  if (!best) return null;
  const meant = standsFor(row.text, best.wanted, best.changes);
  const kept = row.glyphs.flatMap((glyph, at) => {
    const own = meant[at];
    if (own) return [{ ...glyph, text: own.text }];
    const [before, after] = [meant.slice(0, at).findLast(Boolean), meant.slice(at).find(Boolean)];
    // A stray sign within a head. Another head stays: its column is none of these.
    return before && before.head === after?.head ? [] : [glyph];
  });
  return { ...row, glyphs: kept, text: kept.map(({ text }) => text).join('') };
};

const knownColumns = ({ columns }: TableHead): number => columns.filter(({ key }) => key !== 'other').length;

/**
 * The head of the first table of goods on a scan. Its words and their order are known, so that a few misread characters
 * hide neither it nor one of its columns.
 */
export const scanTableHead = (rows: readonly TextRow[]): TableHead | null => {
  const [asRead = null] = tableHeadsOf(rows);
  const [asMeant = null] = tableHeadsOf(rows.map((row) => asHeadRow(row) ?? row));
  if (!asRead || !asMeant) return asRead ?? asMeant;
  return asMeant.top === asRead.top && knownColumns(asMeant) > knownColumns(asRead) ? asMeant : asRead;
};
