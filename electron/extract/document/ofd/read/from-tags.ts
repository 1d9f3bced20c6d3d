import type { OfdDocument, OfdFile } from '../document.ts';
import { OfdFailure } from '../limits.ts';
import { folderOf } from '../paths.ts';
import { childrenOf, type OfdElement } from '../xml-tree.ts';
import type { LineKey } from '../../../../../shared/invoice/fields.ts';
import type { FieldPath } from '../../../../../shared/invoice/model.ts';
import { newInvoiceDraft, putRuns, type InvoiceDraft } from './draft.ts';
import { putRows, type Cell } from './goods-rows.ts';
import { textOfRuns, type Run } from './runs.ts';

/** Names of tags with a single value, in lower case. */
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
};

/**
 * The text of a page's objects by their ids; an object of the page takes precedence over one of its template.
 */
export type TaggedText = (page: string, id: string) => readonly Run[];

const refsOf = (tag: OfdElement, textAt: TaggedText): readonly Run[] =>
  childrenOf(tag, 'ObjectRef').flatMap(({ attributes, text }) =>
    textAt(attributes['PageRef'] ?? '', text.trim()),
  );

const collect = (
  element: OfdElement,
  textAt: TaggedText,
  found: Map<FieldPath, Run[]>,
  cells: Cell[],
): void => {
  for (const child of element.children) {
    const name = child.name.toLowerCase();
    const column = columns[name];
    const path = fields[name];
    if (column) cells.push(...refsOf(child, textAt).map((run) => ({ column, run })));
    else if (path) found.set(path, [...(found.get(path) ?? []), ...refsOf(child, textAt)]);
    else collect(child, textAt, found, cells);
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
  const found = new Map<FieldPath, Run[]>();
  const cells: Cell[] = [];
  try {
    for (const path of tagFiles(file, document)) {
      const root = file.parts.xml(path)?.root;
      if (root) collect(root, textAt, found, cells);
    }
  } catch (error) {
    if (!(error instanceof OfdFailure) || error.reason !== 'damaged') throw error;
    return null;
  }
  if (found.size === 0) return null;
  const draft = newInvoiceDraft();
  for (const [path, runs] of found) {
    const isLines = path === 'cipherArea' || path === 'remark';
    putRuns(draft, path, runs, isLines ? textOfRuns(runs, '\n') : undefined);
  }
  putRows(draft, cells);
  return draft;
};
