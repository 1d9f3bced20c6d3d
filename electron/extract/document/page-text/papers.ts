import { isComplete } from '../../../../shared/invoice/complete.ts';
import { exactValue } from '../../../../shared/invoice/exact-value.ts';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import type { Paper, PaperKey } from '../../../../shared/invoice/paper.ts';
import type { PageGlyph } from './glyphs.ts';
import { paperForms, type PaperForm } from './paper-forms.ts';
import { pieceOf, piecesOverBrackets, rowOf, type Piece, type TextRow } from './rows.ts';

/** A title is among the first rows, and stands in a row of its own. */
const rowsOfTitle = 12;
const longestTitle = 36;
const leastWords = 2;

/** Gap between two texts of a row, in type sizes. */
const apart = 1;

/** The texts of a row: all of it, since its characters may be spaced like texts, and each text in it. */
const textsOf = ({ glyphs, text }: TextRow): readonly [row: string, ...pieces: string[]] => [
  text,
  ...piecesOverBrackets(glyphs, apart).map((piece) => rowOf(piece.glyphs).text),
];

/** No title is longer, with the code before it and the number behind it. */
const longestInvoiceTitle = 80;

/** The title of an invoice or a ticket, as a text of its own: not a sentence about one, nor the value of a label. */
const invoiceTitle =
  /^(?!.*(?:需|请|凭|索取|开具|作为|不作|代替|类型|种类|支付|付款|货款|对应|所属|关联))[^\p{Script=Han}:]{0,24}(?:[\p{Script=Han}()]{0,36}?(?:增值税|电子|通用|定额|机打|卷式|客运|统一|普通|专用)[^,。;:]{0,12}发票(?=[^\p{Script=Han}]*$|\([^)]{0,20}\)[^\p{Script=Han}]*$|(?:发票联|抵扣联|记账联|开票日期|发票代码|发票号码|机器编号|校验码))|(?:\p{Script=Han}{0,4}航空运输电子客票|铁路电子客票))/u;
/** The end of a longer figure or of a day, or of a figure that was misread, is none. */
const money = /(?<![\d.,])-?\d[\d,]*\.\d{2}(?!\.?\d)/u;
/** Marks of the copies of an invoice and of tickets, as the beginning of a text. */
const invoiceMark = /^(?:(?:第[一二三四]联)?:?(?:抵扣联|发票联)|全国统一发票监制|检票口)/u;

/** What identifies an invoice. A paper may name the number of the invoice that it belongs to, but not all of this. */
const invoiceFacts: readonly RegExp[] = [
  /^(?:电子)?发票代码:?\d{10,12}(?!\d)/u,
  /^(?:电子)?发票号码:?(?:\d{20}|\d{8})(?!\d)/u,
  /^价税合计:?(?:\(?大写|[零壹贰叁肆伍陆柒捌玖拾佰仟]|(?!:?\p{Script=Han}*$))/u,
];
const leastFacts = 2;

/** Whether a text of a row is the value of a label. */
const isValueIn = (texts: readonly string[], at: number): boolean =>
  at > 1 && texts[at - 1]?.endsWith(':') === true;

/** Whether a row has the title of an invoice or a ticket. */
export const isTitledInvoice = (row: TextRow): boolean => {
  // A line of a claim may name the invoice that it is about.
  if (money.test(row.text)) return false;
  const texts = textsOf(row);
  return texts.some(
    (text, at) => text.length <= longestInvoiceTitle && !isValueIn(texts, at) && invoiceTitle.test(text),
  );
};

/**
 * Whoever looks for papers must not lose an invoice: what has its title, or what identifies it, is no other paper.
 * @param least how many of the facts that identify an invoice the rows have
 */
export const isOfInvoice = (rows: readonly TextRow[], least = leastFacts): boolean => {
  const facts = new Set<RegExp>();
  for (const [index, row] of rows.entries()) {
    if (index < rowsOfTitle && isTitledInvoice(row)) return true;
    const texts = textsOf(row);
    for (const [at, text] of texts.entries()) {
      const isValue = isValueIn(texts, at);
      if (invoiceMark.test(text)) return true;
      const behind = at === 0 ? text : `${text}${texts[at + 1] ?? ''}`;
      const fact = isValue ? undefined : invoiceFacts.find((one) => one.test(behind));
      if (fact) facts.add(fact);
    }
  }
  return facts.size >= least;
};

/**
 * Whether values that were read are those of an invoice. A list of goods may have the number of one, its sums and its
 * parties, but not their taxpayer IDs, nor the amount in words.
 */
export const isReadAsInvoice = (read: Pick<InvoiceExtraction, 'invoice' | 'ticket'>): boolean => {
  const { number, buyer, seller, grossTotalWords } = read.invoice;
  const hasFacts = [buyer.taxId, seller.taxId, grossTotalWords].some((value) => value !== null);
  return isComplete(read) || read.ticket !== null || (number !== null && hasFacts);
};

/** What a title may have behind it: its words in English, an edition or a number. */
const behindTitle = /(?:\([^()]{0,12}\)|[\s\p{Script=Latin}\d:./-])+$/u;

/** A row, and the texts in it, as a title may stand there. A line of goods may refer to a list. */
const titlesIn = (row: TextRow): readonly string[] =>
  textsOf(row).flatMap((text) => {
    if (text.length > longestTitle || /^[*＊(]*[详参]?见/u.test(text)) return [];
    return [text, text.replace(behindTitle, '')].filter((one) => one !== '');
  });

/** The heads of a table of goods, as many of which make one. */
const headsOfGoods = [/规格|型号/u, /单位/u, /数量/u, /单价/u, /金额/u, /税率|征收率/u, /税额/u];
const leastHeads = 3;

/** The rows where a title may stand: the first ones, down to the head of a table of goods. */
const rowsAtTop = (rows: readonly TextRow[]): readonly TextRow[] => {
  const first = rows.slice(0, rowsOfTitle);
  const head = first.findIndex(
    ({ text }) => headsOfGoods.filter((one) => one.test(text)).length >= leastHeads,
  );
  return head < 0 ? first : first.slice(0, head);
};

/** Whether a row has the title of another paper than an invoice. */
export const isTitledPaper = (row: TextRow): boolean =>
  titlesIn(row).some((text) => paperForms.some(({ title }) => title.test(text)));

const isTitled = (rows: readonly TextRow[], { title }: PaperForm): boolean =>
  rowsAtTop(rows).some((row) => titlesIn(row).some((text) => title.test(text)));

/** Titles of letters and statements, which may name an invoice. */
const letterTitle =
  /^(?!.*(?:发票|客票|行程)$).{0,24}(?:情况说明|(?<=关于.{2,20})说明|说明[书函]|[^\p{P}]{2,}[证声]明|承诺书|委托书|告知书|通知书?|[^\p{P}]{2,}函|申请书?)$/u;
/** A sentence runs over most of a row, and has the signs of one. */
const sentence = /(?=(?:.*\p{Script=Han}){14}).*[,、;。]/u;
/** The number of an invoice within a sentence. */
const namedNumber = /\p{Script=Han}{2,}[^:]*发票(?:号码|代码|号)/u;
const leastSentences = 2;

/**
 * The letter or contract that some rows of text are, which may name the number, date and title of an invoice. Null if they
 * have no sentences, or the title of neither and a number that stands alone. Ask only if nothing else of an invoice was
 * read.
 */
export const letterIn = (rows: readonly TextRow[]): FoundPaper | null => {
  if (rows.filter(({ text }) => sentence.test(text)).length < leastSentences) return null;
  // A letter may have the number and the amount of an invoice in rows of their own, but not its title.
  if (isOfInvoice(rows, Infinity)) return null;
  const contract = paperForms.find((form) => form.type === 'contract' && isTitled(rows, form));
  if (contract) return readPaper(rows, contract);
  const isLetter = rowsAtTop(rows).some((row) => titlesIn(row).some((text) => letterTitle.test(text)));
  const numbers = rows.filter(({ text }) => /发票(?:号码|代码|号):?\d{8}/u.test(text));
  const isNamed =
    numbers.length > 0 && numbers.every(({ text }) => sentence.test(text) && namedNumber.test(text));
  if (!isLetter && (!isNamed || isOfInvoice(rows))) return null;
  return paperOf('other', {
    number: null,
    date: onlyDayIn(rows),
    amount: null,
    payer: null,
    payee: null,
  });
};

/** A label in both languages: `账单号 Folio No.:` */
const english = '[A-Za-z][A-Za-z./]{0,24}(?=:)';

/** The texts behind a label, row by row. */
function* behindLabel(rows: readonly TextRow[], label: RegExp): Generator<readonly Piece[]> {
  const pattern = new RegExp(
    `(?:${label.source})(?:${english})?:?`,
    label.flags.includes('g') ? label.flags : `${label.flags}g`,
  );
  for (const row of rows)
    for (const match of row.text.matchAll(pattern)) {
      const rest = row.glyphs.slice(match.index + match[0].length);
      if (rest.length > 0) yield piecesOverBrackets(rest, apart);
    }
}

/** A reader of pictures may take a comma for a wide one, and finds blanks beside commas and points. */
const plainFigures = (text: string): string =>
  text.replaceAll(/[，､、,]\s*(?=\d{3})/gu, ',').replaceAll(/(?<=\d)\s*\.\s*(?=\d{2}(?!\d))/gu, '.');
const day = /\d{4}[-年/.]\d{1,2}[-月/.]\d{1,2}日?|(?<!\d)20\d{6}(?!\d)/u;
const number = /^(?=[A-Z-]*\d)[A-Z0-9][A-Z0-9-]{3,39}/iu;
/** A name ends where the next label begins. */
const nextLabel =
  /[\s：:]*(?:账号|帐号|开户|纳税人识别号|统一社会|电话|地址|房号|币种|金额|(?:开票|填[开制发]|交易|记账)?日期|交来|系付|(?:复核|收款|开票|经办|送货)人|[(（]?(?=[A-Z]{0,4}\d)[0-9A-Z]{15,20}(?![0-9A-Z])).*$/u;

/** A value, and the characters that it stands among. */
type Found = { readonly value: string; readonly glyphs: readonly PageGlyph[] };

const foundIn = (piece: Piece | undefined, value: string | null | undefined): Found | null =>
  piece && typeof value === 'string' ? { value, glyphs: piece.glyphs } : null;

const valueIn: Readonly<Record<PaperKey, (pieces: readonly Piece[]) => Found | null>> = {
  number: ([first]) => foundIn(first, number.exec(first?.text.replaceAll(/\s/gu, '') ?? '')?.[0]),
  date: ([first]) => {
    const text = day.exec(first?.text.replaceAll(/\s/gu, '') ?? '')?.[0];
    return text === undefined ? null : foundIn(first, exactValue(text, 'date').value);
  },
  amount: (pieces) => {
    for (const piece of pieces) {
      const found = money.exec(plainFigures(piece.text))?.[0];
      if (found !== undefined) return foundIn(piece, exactValue(found, 'money').value);
    }
    return null;
  },
  payer: ([first]) => nameIn(first),
  payee: ([first]) => nameIn(first),
};

/** Blanks beside a bracket, half of whose cell is empty. */
const besideBracket =
  /(?<=\p{Script=Han})\s+(?=[（(])|(?<=[（(])\s+|\s+(?=[）)])|(?<=[）)])\s+(?=\p{Script=Han})/gu;

const nameIn = (piece: Piece | undefined): Found | null => {
  const name = piece?.text.replaceAll(besideBracket, '').replace(nextLabel, '').trim() ?? '';
  return /\p{L}{2}/u.test(name) && !/[:：]/u.test(name) ? foundIn(piece, name) : null;
};

const readKey = (rows: readonly TextRow[], { labels }: PaperForm, key: PaperKey): Found | null => {
  for (const label of labels[key])
    for (const pieces of behindLabel(rows, label)) {
      const value = valueIn[key](pieces);
      if (value !== null) return value;
    }
  return null;
};

/** A paper may bear the name of who issued it without a label, above its title or in one text with it. */
const ownNameIn = (
  rows: readonly TextRow[],
  { title, ownName, isNameAbove = false }: PaperForm,
): Found | null => {
  if (!ownName) return null;
  const end = rows.findIndex((row) => titlesIn(row).some((text) => title.test(text)));
  for (const row of rows.slice(0, isNameAbove ? Math.max(0, end) : rowsOfTitle)) {
    // Characters may be spaced more widely than texts.
    for (const { text, glyphs } of [...piecesOverBrackets(row.glyphs, apart), row]) {
      // A reader of pictures finds blanks beside brackets.
      const name = ownName.exec(text.replaceAll(/\s+/gu, '').replace(title, ''))?.[0];
      if (name !== undefined) return { value: name, glyphs };
    }
  }
  return null;
};

/** A value may be wrapped to the lines right above and below its label, within this many type sizes. */
const wrapReach = 1.2;

/** A name on the lines above and below the end of a row; null unless both have a part of it. */
const wrappedName = (rows: readonly TextRow[], row: TextRow): Found | null => {
  const right = row.glyphs.at(-1)?.x1 ?? Infinity;
  const parts = [-1, 1].map((side) => {
    const near = rows.filter(({ y }) => (y - row.y) * side > 0 && (y - row.y) * side < wrapReach * row.size);
    return near.flatMap(({ glyphs }) => glyphs.filter(({ x0 }) => x0 > right));
  });
  return parts.every(({ length }) => length > 0) ? nameIn(pieceOf(parts.flat())) : null;
};

const side = /^(?:(付款|汇款)|收款)(?:人|方|账户|单位)?/u;

/** The account names of a receipt: payer, then payee, beside each other or one below the other. */
const accountNames = (rows: readonly TextRow[]): readonly (Found | null)[] => {
  const single: { readonly name: Found | null; readonly below: 0 | 1 | null }[] = [];
  const roles: (0 | 1)[] = [];
  for (const row of rows) {
    const match = side.exec(row.text);
    if (match) roles.push(match[1] === undefined ? 1 : 0);
    const labels = [...row.text.matchAll(/(?:户名|全称|名称|(?<=^|方|人)账户名):?/gu)];
    const found = labels.map((label, at) => {
      const rest = row.glyphs.slice(label.index + label[0].length, labels[at + 1]?.index);
      return rest.length > 0 ? nameIn(piecesOverBrackets(rest, apart)[0]) : wrappedName(rows, row);
    });
    if (found.length === 2) return found;
    const [name] = found;
    if (found.length === 1) single.push({ name: name ?? null, below: roles.at(-1) ?? null });
  }
  // With one below the other, each has its own row of names. The word for its side may stand beside any of its rows.
  const [first, second] = roles.filter((role, at) => roles.indexOf(role) === at);
  if (single.length === 2 && first !== undefined && second !== undefined)
    return [single[first]?.name ?? null, single[second]?.name ?? null];
  const names: (Found | null)[] = [null, null];
  if (single.some(({ below }) => below === null)) return names;
  for (const { name, below } of single) if (below !== null) names[below] ??= name;
  return names;
};

/** The only day on a paper is its day, without a label, too. */
const onlyDayIn = (rows: readonly TextRow[]): Found | null => {
  const days = rows.flatMap(({ text, glyphs }) =>
    [...text.matchAll(new RegExp(day.source, 'gu'))].map(({ 0: one, index }) => ({
      value: exactValue(one, 'date').value,
      glyphs: glyphs.slice(index, index + one.length),
    })),
  );
  const [only] = days;
  if (!only || only.value === null || days.some(({ value }) => value !== only.value)) return null;
  return { value: only.value, glyphs: only.glyphs };
};

/** A paper, and the characters that each of its values stands among. */
export type FoundPaper = {
  readonly paper: Paper;
  readonly sources: Readonly<Partial<Record<PaperKey, readonly PageGlyph[]>>>;
};

type Values = Readonly<Record<PaperKey, Found | null>>;

const paperOf = (type: Paper['type'], { number: no, date, amount, payer, payee }: Values): FoundPaper => ({
  paper: {
    type,
    number: no?.value ?? null,
    date: date?.value ?? null,
    amount: amount?.value ?? null,
    payer: payer?.value ?? null,
    payee: payee?.value ?? null,
  },
  sources: {
    ...(no && { number: no.glyphs }),
    ...(date && { date: date.glyphs }),
    ...(amount && { amount: amount.glyphs }),
    ...(payer && { payer: payer.glyphs }),
    ...(payee && { payee: payee.glyphs }),
  },
});

/** The names of a receipt: those behind their labels, and beside one of them the other account name. */
const namesOnReceipt = (
  rows: readonly TextRow[],
  { payer, payee }: Pick<Values, 'payer' | 'payee'>,
): Pick<Values, 'payer' | 'payee'> => {
  if (payer && payee) return { payer, payee };
  const [by = null, to = null] = accountNames(rows);
  const isOther = [payer && payer.value !== by?.value, payee && payee.value !== to?.value].some(Boolean);
  return isOther ? { payer, payee } : { payer: by, payee: to };
};

const readPaper = (rows: readonly TextRow[], form: PaperForm): FoundPaper => {
  const read = (key: PaperKey): Found | null => readKey(rows, form, key);
  const values = {
    number: read('number'),
    date: read('date') ?? onlyDayIn(rows),
    amount: read('amount'),
    payer: read('payer'),
    payee: read('payee') ?? ownNameIn(rows, form),
  };
  const isReceipt = form.type === 'bank-receipt';
  return paperOf(form.type, isReceipt ? { ...values, ...namesOnReceipt(rows, values) } : values);
};

/**
 * The paper that some rows of text are, if they say so themselves: by a title, and by words of such papers. Null if
 * they don't, or if they have the title of an invoice, or what identifies one.
 */
export const paperIn = (rows: readonly TextRow[]): FoundPaper | null => {
  if (isOfInvoice(rows)) return null;
  const all = rows.map(({ text }) => text).join('\n');
  const form = paperForms.find(
    (one) => isTitled(rows, one) && one.words.filter((word) => word.test(all)).length >= leastWords,
  );
  return form ? readPaper(rows, form) : null;
};
