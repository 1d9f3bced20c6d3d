import { type LineKey, lineFields, linePath, maxLines } from '../../../../shared/invoice/fields.ts';
import type { InvoiceLine } from '../../../../shared/invoice/model.ts';
import { leavesOf, type ValueReader } from './value-reader.ts';
import type { XmlElement } from './xml-tree.ts';

/** Element names of each column of a line item. The first element with a value is used. */
export type LineNames = Readonly<Record<LineKey, readonly string[]>>;

const none = (): boolean => false;

const readLine = (reader: ValueReader, element: XmlElement, index: number, names: LineNames): InvoiceLine => {
  const leaves = leavesOf(element, none);
  const read = (key: LineKey): string | null =>
    reader.read(linePath(index, key), leaves, names[key], lineFields[key].kind);
  return {
    name: read('name'),
    specification: read('specification'),
    unit: read('unit'),
    quantity: read('quantity'),
    unitPrice: read('unitPrice'),
    amount: read('amount'),
    taxRate: read('taxRate'),
    tax: read('tax'),
  };
};

/** Reads the line items in the order of the file; an element without any value is not a line. */
export const readGoods = (
  reader: ValueReader,
  elements: readonly XmlElement[],
  names: LineNames,
): readonly InvoiceLine[] =>
  elements
    .filter((element) =>
      element.children.some(({ text, children }) => children.length > 0 || text.trim() !== ''),
    )
    .slice(0, maxLines)
    .map((element, index) => readLine(reader, element, index, names));
