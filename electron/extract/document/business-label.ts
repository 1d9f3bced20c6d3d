import { businessOf, isDifferenceTaxed } from '../../../shared/invoice/business.ts';
import type { InvoiceExtraction, SpecialBlock } from '../../../shared/invoice/extraction.ts';
import { specialPath } from '../../../shared/invoice/special-blocks.ts';
import type { TextSource } from './page-text/note.ts';
import type { ReadPage } from './page-text/page.ts';
import { pieceOf, piecesOf, type Piece } from './page-text/rows.ts';

/** What an invoice of special business is called, as a text of its own: in a corner of the page, or as a label of a file. */
const label =
  /^(?:建筑服务|货物运输(?:服务)?|旅客运输(?:服务)?|不动产(?:销售|经营租赁|租赁)(?:服务)?|通行费|(?:自产)?农产品(?:销售|收购)|收购|成品油(?:经销|销售)?|机动车|二手车|差额征税(?:[-－—–]+(?:差额|全额)开票)?)$/u;

/** `收购` stands for produce that was bought from those who grew it. */
const longNames: Readonly<Record<string, string>> = { 收购: '农产品收购' };

/** The name of the special business that a text is; null for any other text. */
export const businessNamed = (text: string): string | null => {
  const name = label.exec(text.replaceAll(/\s+/gu, ''))?.[0];
  return name === undefined ? null : (longNames[name] ?? name);
};

/** The name of the only value of a block that a label names. */
export const businessValue = '特定业务';

type Read = Pick<InvoiceExtraction, 'invoice' | 'journeys'>;

/** The block of an invoice that only its label names; empty if its values say the same. */
export const blocksOfLabel = (name: string, { invoice, journeys = [] }: Read): readonly SpecialBlock[] => {
  const special = [{ name, values: [{ name: businessValue, value: name }] }];
  const [without, labelled] = [
    { invoice, journeys },
    { invoice, journeys, special },
  ];
  const isKnown =
    businessOf(labelled) === businessOf(without) &&
    isDifferenceTaxed(labelled) === isDifferenceTaxed(without);
  return isKnown ? [] : special;
};

/** Heads that only the tables of some business have. */
const heads: readonly (readonly [RegExp, string])[] = [
  [/建筑服务发生地|建筑项目名称/u, '建筑服务'],
  [/运输工具种类|运输工具牌号|运输货物名称/u, '货物运输服务'],
  [/不动产单元代码|产权证书|不动产权证/u, '不动产'],
];

/** Gap between two texts of a row, in type sizes. */
const apart = 0.8;
/** Without a table, the label is in the first rows. */
const firstRows = 8;

type Found = { readonly name: string; readonly piece: Piece; readonly page: ReadPage };

const cornerOf = (page: ReadPage): Found | null => {
  const end = page.tables[0]?.head.top ?? page.rows[firstRows]?.y ?? Infinity;
  for (const { y, glyphs } of page.rows) {
    if (y >= end) return null;
    const pieces = piecesOf(glyphs, apart);
    for (const [at, piece] of pieces.entries()) {
      const name = /[:：]\s*$/u.test(pieces[at - 1]?.text ?? '') ? null : businessNamed(piece.text);
      if (name !== null) return { name, piece, page };
    }
  }
  return null;
};

const headOf = (page: ReadPage): Found | null => {
  const spans = page.tables.map(
    ({ head }) => [head.top - 0.3 * head.size, head.bottom + 0.3 * head.size] as const,
  );
  const rows = [
    ...page.rows.filter(({ y }) => spans.some(([top, bottom]) => y > top && y < bottom)),
    ...page.blocks.map(({ head }) => head),
  ];
  for (const { text, glyphs } of rows)
    for (const [word, name] of heads) {
      const match = word.exec(text);
      if (match)
        return { name, piece: pieceOf(glyphs.slice(match.index, match.index + match[0].length)), page };
    }
  return null;
};

/**
 * The special business that the pages of an invoice print beside its goods; empty if there is none, or if its values say
 * the same.
 */
export const printedBusiness = (
  pages: readonly ReadPage[],
  read: Read,
  note: (path: string, source: TextSource) => void,
): readonly SpecialBlock[] => {
  const found =
    pages.map(cornerOf).find((one) => one !== null) ?? pages.map(headOf).find((one) => one !== null);
  if (!found) return [];
  const special = blocksOfLabel(found.name, read);
  if (special.length === 0) return [];
  const { piece, page } = found;
  note(specialPath(0, 0, businessValue), { text: piece.text, pieces: [piece], page });
  return special;
};
