import type { OfdDocument, OfdFile } from '../document.ts';
import { OfdFailure } from '../limits.ts';
import { folderOf } from '../paths.ts';
import { childrenOf, elementText, type OfdElement } from '../xml-tree.ts';
import type { LineKey } from '../../../../../shared/invoice/fields.ts';
import type { FieldPath } from '../../../../../shared/invoice/model.ts';
import { newInvoiceDraft, put, putRuns, type InvoiceDraft } from './draft.ts';
import { putRows, type Cell } from './goods-rows.ts';
import { textOfRuns, type Run } from './runs.ts';

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

/** Some producers tag the currency sign and not the figure behind it. */
const isSignOnly = (runs: readonly Run[]): boolean => runs.every(({ text }) => /^[¥￥\s]*$/u.test(text));

/**
 * The text of a page's objects by their ids; an object of the page takes precedence over one of its template.
 */
export type TaggedText = (page: string, id: string) => readonly Run[];

const refsOf = (tag: OfdElement, textAt: TaggedText): readonly Run[] =>
  childrenOf(tag, 'ObjectRef').flatMap(({ attributes, text }) =>
    textAt(attributes['PageRef'] ?? '', text.trim()),
  );

/** The contents of the tags of one field: texts of the pages, or a value in the tag itself. */
type Tagged = { readonly name: string; readonly runs: Run[]; readonly data: string };

type Found = { readonly fields: Map<FieldPath, Tagged>; readonly cells: Cell[] };

const addField = (found: Found, path: FieldPath, name: string, tag: OfdElement, textAt: TaggedText): void => {
  const known = found.fields.get(path);
  const runs = refsOf(tag, textAt);
  const data = elementText(tag, 'ObjectData') ?? '';
  // Repeated tags of a name continue each other; another name repeats the same value.
  if (known?.name === name) known.runs.push(...runs);
  else if (!known && (runs.length > 0 || data !== ''))
    found.fields.set(path, { name, runs: [...runs], data });
};

const collect = (element: OfdElement, textAt: TaggedText, found: Found, isLine = false): void => {
  for (const child of element.children) {
    const name = child.name.toLowerCase().replaceAll('-', '');
    if (otherBlocks.has(name)) continue;
    const column = columns[name];
    const path = isLine ? undefined : fields[name];
    if (column) found.cells.push(...refsOf(child, textAt).map((run) => ({ column, run })));
    else if (path) addField(found, path, name, child, textAt);
    else collect(child, textAt, found, isLine || name === lineBlock);
  }
};

const tagFiles = (file: OfdFile, { customTags, folder }: OfdDocument): readonly string[] => {
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
export const readTags = (file: OfdFile, document: OfdDocument, textAt: TaggedText): InvoiceDraft | null => {
  const found: Found = { fields: new Map(), cells: [] };
  try {
    for (const path of tagFiles(file, document)) {
      const root = file.parts.xml(path)?.root;
      if (root) collect(root, textAt, found);
    }
  } catch (error) {
    if (!(error instanceof OfdFailure) || error.reason !== 'damaged') throw error;
    return null;
  }
  if (found.fields.size === 0) return null;
  const draft = newInvoiceDraft();
  for (const [path, { runs, data }] of found.fields) {
    if (runs.length === 0) put(draft, path, data);
    if (isSignOnly(runs)) continue;
    const isLines = path === 'cipherArea' || path === 'remark';
    putRuns(draft, path, runs, isLines ? textOfRuns(runs, '\n') : undefined);
  }
  putRows(draft, found.cells);
  return draft;
};
