import { type LineKey, lineFields, linePath, maxLines } from '../../../../shared/invoice/fields.ts';
import type { InvoiceLine } from '../../../../shared/invoice/model.ts';
import { leavesOf, type ValueReader } from './value-reader.ts';
import { leafText, type XmlElement } from './xml-tree.ts';

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

const hasText = ({ children }: XmlElement): boolean =>
  children.some((child) => child.children.length > 0 || child.text.trim() !== '');

/** Some makers write a long name as several lines. Only the first has figures; the others have nothing but a name. */
const continuesName = (element: XmlElement, names: LineNames): boolean => {
  const stated = leavesOf(element, none).filter((leaf) => leafText(leaf) !== null);
  const isNamed = ({ key }: XmlElement, of: readonly LineKey[]): boolean =>
    of.some((name) => names[name].includes(key));
  return stated.some((leaf) => isNamed(leaf, ['name'])) && !stated.some((leaf) => isNamed(leaf, figures));
};

const figures: readonly LineKey[] = ['unit', 'quantity', 'unitPrice', 'amount', 'taxRate', 'tax'];

/** Appends the name of a further element to the name of a line. */
const withName = (reader: ValueReader, line: InvoiceLine, index: number, more: string): InvoiceLine => {
  const path = linePath(index, 'name');
  const origin = reader.result().origins[path];
  const name = (line.name ?? '') + more;
  if (origin) reader.note(path, { ...origin, raw: name, steps: [...origin.steps, { id: 'lines-joined' }] });
  return { ...line, name };
};

/**
 * Reads the line items in the order of the file. An element without any value is not a line; one with nothing but a
 * name continues the name before it.
 */
export const readGoods = (
  reader: ValueReader,
  elements: readonly XmlElement[],
  names: LineNames,
): readonly InvoiceLine[] => {
  const lines: InvoiceLine[] = [];
  for (const element of elements.filter(hasText).slice(0, maxLines)) {
    const last = lines.at(-1);
    if (last && last.amount !== null && continuesName(element, names)) {
      const leaf = leavesOf(element, none).find(({ key }) => names.name.includes(key));
      const more = leaf ? leafText(leaf) : null;
      lines[lines.length - 1] = withName(reader, last, lines.length - 1, more ?? '');
    } else lines.push(readLine(reader, element, lines.length, names));
  }
  return lines;
};
