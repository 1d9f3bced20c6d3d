import { exactValue } from '../../../../shared/invoice/exact-value.ts';
import type { Paper } from '../../../../shared/invoice/paper.ts';
import { paperForms, type PaperForm, type PaperKey } from './paper-forms.ts';
import { piecesOverBrackets, type Piece, type TextRow } from './rows.ts';

/** A title is among the first rows, and stands in a row of its own. */
const rowsOfTitle = 12;
const longestTitle = 36;
const leastWords = 2;

/**
 * What only an invoice or a ticket says. A list that names the invoice to which it belongs is none. Whoever looks for
 * papers must not lose an invoice: a paper with such a word is no known paper.
 */
const ofInvoice =
  /(?<!(?:所属|对应|关联).{0,16})发票(?:代码|号码|联)|抵扣联|发票监制|(?:增值税|电子|通用|定额|机打|卷式|客运|统一|普通|专用)[^,，。;；:]{0,12}发票(?:\([^)]{0,20}\))?$|航空运输电子客票|铁路电子客票|检票口|仅供报销使用/u;

const isTitled = (rows: readonly TextRow[], { title }: PaperForm): boolean =>
  rows.slice(0, rowsOfTitle).some(({ text }) => text.length <= longestTitle && title.test(text));

/** Gap between two texts of a row, in type sizes. */
const apart = 1;

/** The texts behind a label, row by row. */
function* behindLabel(rows: readonly TextRow[], label: RegExp): Generator<readonly Piece[]> {
  const pattern = new RegExp(
    `(?:${label.source}):?`,
    label.flags.includes('g') ? label.flags : `${label.flags}g`,
  );
  for (const row of rows)
    for (const match of row.text.matchAll(pattern)) {
      const rest = row.glyphs.slice(match.index + match[0].length);
      if (rest.length > 0) yield piecesOverBrackets(rest, apart);
    }
}

/** The end of a longer figure, or of one that was misread, is none. */
const money = /(?<![\d.,])-?\d[\d,]*\.\d{2}(?!\d)/u;

/** A reader of pictures may take a comma for a wide one. */
const plainCommas = (text: string): string => text.replaceAll(/[，､、,]\s*(?=\d{3})/gu, ',');
const day = /\d{4}[-年/.]\d{1,2}[-月/.]\d{1,2}日?/u;
const number = /^[A-Z0-9][A-Z0-9-]{3,39}/iu;
/** A name ends where the next label begins. */
const nextLabel = /[\s：:]*(?:账号|帐号|开户|纳税人识别号|统一社会|电话|地址|房号|币种|金额|日期).*$/u;

const valueIn: Readonly<Record<PaperKey, (pieces: readonly Piece[]) => string | null>> = {
  number: ([first]) => number.exec(first?.text.replaceAll(/\s/gu, '') ?? '')?.[0] ?? null,
  date: ([first]) => {
    const text = day.exec(first?.text.replaceAll(/\s/gu, '') ?? '')?.[0];
    return text === undefined ? null : exactValue(text, 'date').value;
  },
  amount: (pieces) => {
    for (const { text } of pieces) {
      const found = money.exec(plainCommas(text))?.[0];
      if (found !== undefined) return exactValue(found, 'money').value;
    }
    return null;
  },
  payer: ([first]) => nameIn(first),
  payee: ([first]) => nameIn(first),
};

const nameIn = (piece: Piece | undefined): string | null => {
  const name = piece?.text.replace(nextLabel, '').trim() ?? '';
  return /\p{L}{2}/u.test(name) && !/[:：]/u.test(name) ? name : null;
};

const readKey = (rows: readonly TextRow[], { labels }: PaperForm, key: PaperKey): string | null => {
  for (const label of labels[key])
    for (const pieces of behindLabel(rows, label)) {
      const value = valueIn[key](pieces);
      if (value !== null) return value;
    }
  return null;
};

/** A paper may bear the name of who issued it without a label, above its title or in one text with it. */
const ownNameIn = (rows: readonly TextRow[], { title, ownName }: PaperForm): string | null => {
  if (!ownName) return null;
  for (const { glyphs, text: row } of rows.slice(0, rowsOfTitle)) {
    // Characters may be spaced more widely than texts.
    const texts = [...piecesOverBrackets(glyphs, apart).map(({ text }) => text), row];
    for (const text of texts) {
      // A reader of pictures finds blanks beside brackets.
      const name = ownName.exec(text.replaceAll(/\s+/gu, '').replace(title, ''))?.[0];
      if (name !== undefined) return name;
    }
  }
  return null;
};

/** The account names of a receipt with the payer on the left and the payee on the right. */
const accountNames = (rows: readonly TextRow[]): readonly (string | null)[] => {
  for (const row of rows) {
    const labels = [...row.text.matchAll(/(?:户名|全称|名称):?/gu)];
    if (labels.length !== 2) continue;
    return labels.map((match, at) => {
      const from = match.index + match[0].length;
      return nameIn(piecesOverBrackets(row.glyphs.slice(from, labels[at + 1]?.index), apart)[0]);
    });
  }
  return [];
};

const readPaper = (rows: readonly TextRow[], form: PaperForm): Paper => {
  const read = (key: PaperKey): string | null => readKey(rows, form, key);
  const paper = {
    type: form.type,
    number: read('number'),
    date: read('date'),
    amount: read('amount'),
    payer: read('payer'),
    payee: read('payee'),
  };
  if (form.ownName) return { ...paper, payee: paper.payee ?? ownNameIn(rows, form) };
  if (form.type !== 'bank-receipt' || paper.payer !== null || paper.payee !== null) return paper;
  const [payer = null, payee = null] = accountNames(rows);
  return { ...paper, payer, payee };
};

/**
 * The paper that some rows of text are, if they say so themselves: by a title, and by words of such papers. Null if
 * they don't, or if they have a word of an invoice.
 */
export const paperIn = (rows: readonly TextRow[]): Paper | null => {
  if (rows.some(({ text }) => ofInvoice.test(text))) return null;
  const all = rows.map(({ text }) => text).join('\n');
  const form = paperForms.find(
    (one) => isTitled(rows, one) && one.words.filter((word) => word.test(all)).length >= leastWords,
  );
  return form ? readPaper(rows, form) : null;
};
