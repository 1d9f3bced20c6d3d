import type { OfdDocument, OfdFile } from '../document.ts';
import { OfdFailure } from '../limits.ts';
import { folderOf } from '../paths.ts';
import { childrenOf, elementText, type OfdElement } from '../xml-tree.ts';
import { fieldOf, lineKeys, maxLines, type LineKey } from '../../../../../shared/invoice/fields.ts';
import type { FieldPath } from '../../../../../shared/invoice/model.ts';
import type { PageGlyph } from '../../page-text/glyphs.ts';
import { goodsRowsOf, isEnd, joinCell } from '../../page-text/goods.ts';
import { originPlace, type TextSource } from '../../page-text/note.ts';
import type { ReadPage } from '../../page-text/page.ts';
import { pieceOf, textRowsOf, type Piece } from '../../page-text/rows.ts';
import { noteUnsettledRows, newInvoiceDraft, put, type InvoiceDraft } from './draft.ts';

/**
 * Names of tags with a single value, in lower case and without hyphens: those of the earlier e-invoices, then those
 * of fully digital ones.
 */
const fields: Readonly<Record<string, FieldPath>> = {
  invoicecode: 'code',
  invoiceno: 'number',
  issuedate: 'issueDate',
  invoicecheckcode: 'checkCode',
  taxcontrolcode: 'cipherArea',
  machineno: 'machineNumber',
  buyername: 'buyer.name',
  buyertaxid: 'buyer.taxId',
  buyeraddrtel: 'buyer.addressPhone',
  buyerfinancialaccount: 'buyer.bankAccount',
  sellername: 'seller.name',
  sellertaxid: 'seller.taxId',
  selleraddrtel: 'seller.addressPhone',
  sellerfinancialaccount: 'seller.bankAccount',
  taxexclusivetotalamount: 'total',
  taxtotalamount: 'taxTotal',
  taxinclusivetotalamount: 'grossTotal',
  note: 'remark',
  invoiceclerk: 'drawer',
  payee: 'payee',
  checker: 'reviewer',
  eiid: 'number',
  invoicenumber: 'number',
  issuetime: 'issueDate',
  requesttime: 'issueDate',
  buyeridnum: 'buyer.taxId',
  selleridnum: 'seller.taxId',
  totalamwithouttax: 'total',
  totaltaxam: 'taxTotal',
  totaltaxincludedamount: 'grossTotal',
  totaltaxincludedamountinchinese: 'grossTotalWords',
  remark: 'remark',
  drawer: 'drawer',
};

/** Names of tags of the goods table. */
const columns: Readonly<Record<string, LineKey>> = {
  item: 'name',
  specification: 'specification',
  measurementdimension: 'unit',
  quantity: 'quantity',
  price: 'unitPrice',
  amount: 'amount',
  taxscheme: 'taxRate',
  taxamount: 'tax',
  itemname: 'name',
  specmod: 'specification',
  meaunits: 'unit',
  unprice: 'unitPrice',
  taxrate: 'taxRate',
  comtaxam: 'tax',
};

/** Blocks of other data, in which the same names mean something else. */
const otherBlocks: ReadonlySet<string> = new Set(['specificinformation', 'inherentlabel']);

/** Its `TotaltaxIncludedAmount` is that of the line, not the document's total. */
const lineBlock = 'issuiteminformation';

/** The characters of a text object of a page. */
export type TaggedText = { readonly page: ReadPage; readonly glyphs: readonly PageGlyph[] };

/** The text objects by their ids; an object of the page takes precedence over one of its template. */
export type FindTagged = (page: string, id: string) => TaggedText | null;

const refsOf = (tag: OfdElement, find: FindTagged): readonly TaggedText[] =>
  childrenOf(tag, 'ObjectRef').flatMap(
    ({ attributes, text }) => find(attributes['PageRef'] ?? '', text.trim()) ?? [],
  );

/** The contents of the tags of one field: texts of the pages, or a value in the tag itself. */
type Tagged = { readonly name: string; readonly texts: TaggedText[]; readonly data: string };

type Found = {
  readonly fields: Map<FieldPath, Tagged>;
  /** The columns of the characters in goods tables, by page. */
  readonly cells: Map<ReadPage, Map<PageGlyph, LineKey>>;
};

const addField = (found: Found, path: FieldPath, name: string, tag: OfdElement, find: FindTagged): void => {
  const known = found.fields.get(path);
  const texts = refsOf(tag, find);
  const data = elementText(tag, 'ObjectData') ?? '';
  // Repeated tags of a name continue each other; another name repeats the same value.
  if (known?.name === name) known.texts.push(...texts);
  else if (!known && (texts.length > 0 || data !== ''))
    found.fields.set(path, { name, texts: [...texts], data });
};

const addCells = ({ cells }: Found, column: LineKey, tag: OfdElement, find: FindTagged): void => {
  for (const { page, glyphs } of refsOf(tag, find)) {
    const known = cells.get(page) ?? new Map<PageGlyph, LineKey>();
    for (const glyph of glyphs) known.set(glyph, column);
    cells.set(page, known);
  }
};

const collect = (element: OfdElement, find: FindTagged, found: Found, isLine = false): void => {
  for (const child of element.children) {
    const name = child.name.toLowerCase().replaceAll('-', '');
    if (otherBlocks.has(name)) continue;
    const column = columns[name];
    const path = isLine ? undefined : fields[name];
    if (column) addCells(found, column, child, find);
    else if (path) addField(found, path, name, child, find);
    else collect(child, find, found, isLine || name === lineBlock);
  }
};

/** Puts the text of a field, whose lines are joined by the rules of its kind. */
const putField = (draft: InvoiceDraft, path: FieldPath, [first, ...others]: readonly TaggedText[]): void => {
  if (!first) return;
  const { page } = first;
  const glyphs = [first, ...others].flatMap((text) => (text.page === page ? text.glyphs : []));
  const pieces = textRowsOf(glyphs).map((row) => pieceOf(row.glyphs));
  // Some producers tag the currency sign and not the figure behind it.
  if (pieces.every(({ text }) => /^[¥￥]*$/u.test(text))) return;
  putPieces(draft, path, { text: textOfField(path, pieces), pieces, page });
};

const textOfField = (path: FieldPath, pieces: readonly Piece[]): string => {
  const kind = fieldOf(path)?.kind;
  if (kind === 'lines') return pieces.map(({ text }) => text).join('\n');
  const { text } = joinCell(pieces);
  return kind === 'text' ? text : text.replace(/\s+/gu, '');
};

const putPieces = (draft: InvoiceDraft, path: FieldPath, { text, ...source }: TextSource): void => {
  const place = originPlace(source);
  put(draft, path, text, source.pieces.length > 1 ? { ...place, steps: [{ id: 'lines-joined' }] } : place);
};

/** Divides the rows of tagged characters by their columns. */
const putGoods = (draft: InvoiceDraft, cells: Found['cells']): void => {
  const rows = [...cells].flatMap(([page, columnOf]) => {
    const placed = textRowsOf([...columnOf.keys()]).flatMap((row) => {
      if (isEnd(row)) return [];
      const byColumn = Map.groupBy(row.glyphs, (glyph) => columnOf.get(glyph) ?? 'name');
      const own = [...byColumn].map(([column, glyphs]) => [column, [pieceOf(glyphs)]] as const);
      return [{ row, cells: new Map(own), isOpen: false }];
    });
    return goodsRowsOf(placed).map((row) => ({ row, page }));
  });
  draft.lineCount = Math.min(rows.length, maxLines);
  for (const [index, { row, page }] of rows.slice(0, maxLines).entries())
    for (const key of lineKeys) {
      const cell = row.cells.get(key);
      if (cell) putPieces(draft, `lines.${index}.${key}`, { ...cell, page });
    }
};

/** The parts that contain a document's tags. */
export const tagFiles = (file: OfdFile, { customTags, folder }: OfdDocument): readonly string[] => {
  if (customTags === null) return [];
  return childrenOf(file.parts.xml(customTags)?.root, 'CustomTag')
    .flatMap((tag) => childrenOf(tag, 'FileLoc'))
    .flatMap(({ text }) => file.parts.locate(text, [folderOf(customTags), folder]) ?? [])
    .slice(0, 16);
};

/**
 * Reads the tags of a document, which refer to text objects of its pages and so provide values and positions.
 * Null if there are none, or if they are unreadable.
 */
export const readTags = (file: OfdFile, document: OfdDocument, find: FindTagged): InvoiceDraft | null => {
  const found: Found = { fields: new Map(), cells: new Map() };
  try {
    for (const path of tagFiles(file, document)) {
      const root = file.parts.xml(path)?.root;
      if (root) collect(root, find, found);
    }
  } catch (error) {
    if (!(error instanceof OfdFailure) || error.reason !== 'damaged') throw error;
    return null;
  }
  if (found.fields.size === 0) return null;
  const draft = newInvoiceDraft();
  for (const [path, { texts, data }] of found.fields)
    if (texts.length > 0) putField(draft, path, texts);
    else put(draft, path, data);
  putGoods(draft, found.cells);
  noteUnsettledRows(draft);
  return draft;
};
