import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { failed, success, type Result } from '../../../../shared/result.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import { failureOf } from '../../../../shared/services/failures.ts';
import { cpuClock } from '../cpu-clock.ts';
import { decodeXml } from './decode-xml.ts';
import { readDigitalInvoice } from './digital-invoice.ts';
import { readLegacyInvoice } from './legacy-invoice.ts';
import { readOtherDialect } from './other-dialect.ts';
import { readXbrl } from './xbrl-instance.ts';
import { namespaceOf, parseXml, type XmlElement } from './xml-tree.ts';

const xbrlNamespace = 'http://www.xbrl.org/2003/instance';

/** More invoices than a sheet of a tax bureau's download; each becomes a document. */
const maxInvoices = 2000;

/** The root, or the outermost matching elements below it: a file may wrap several invoices. */
const outermost = (
  root: XmlElement,
  is: (element: XmlElement) => boolean,
  found: XmlElement[] = [],
): readonly XmlElement[] => {
  if (is(root)) found.push(root);
  else for (const child of root.children) outermost(child, is, found);
  return found;
};

const isXbrl = (element: XmlElement): boolean =>
  element.name === 'xbrl' && (namespaceOf(element) ?? xbrlNamespace) === xbrlNamespace;

/** Fully digital and earlier invoices differ in the case of one letter, and in their contents. */
const isInvoice = ({ key, children }: XmlElement): boolean => key === 'einvoice' && children.length > 0;

const isLegacy = (element: XmlElement): boolean =>
  element.children.some(({ key }) => key === 'invoicecode' || key === 'goodsinfos' || key === 'invoiceno');

const readInstances = (instances: readonly XmlElement[]): Result<readonly InvoiceExtraction[], Failure> => {
  const read: InvoiceExtraction[] = [];
  for (const instance of instances) {
    const result = readXbrl(instance);
    if (!result.ok) return result;
    read.push(result.value);
  }
  return success(read);
};

const isEmpty = ({ invoice, ticket, paper }: InvoiceExtraction): boolean =>
  paper === undefined &&
  invoice.number === null &&
  invoice.grossTotal === null &&
  ticket?.number === undefined;

/** Reads the invoices of a parsed file. */
const readRoot = (root: XmlElement): Result<readonly InvoiceExtraction[], Failure> => {
  const instances = outermost(root, isXbrl);
  if (instances.length > maxInvoices) return failed(failureOf('too-many-pages', { detail: 'XBRL' }));
  if (instances.length > 0) return readInstances(instances);
  const invoices = outermost(root, isInvoice);
  if (invoices.length > maxInvoices) return failed(failureOf('too-many-pages', { detail: 'XML' }));
  if (invoices.length === 0) return readOtherDialect(root);
  return success(
    invoices.map((element) => (isLegacy(element) ? readLegacyInvoice(element) : readDigitalInvoice(element))),
  );
};

/**
 * Extracts the invoices of an XML file: a fully digital invoice, an instance of the accounting data standard,
 * a VAT e-invoice, or another dialect if it is certain. A file without invoice data is a failure, never an
 * empty list.
 */
export const readXml = (
  bytes: Uint8Array,
  now: () => number = cpuClock,
): Result<readonly InvoiceExtraction[], Failure> => {
  const text = decodeXml(bytes);
  if (!text.ok) return text;
  const root = parseXml(text.value, now);
  if (!root.ok) return root;
  const read = readRoot(root.value);
  if (!read.ok) return read;
  const found = read.value.filter((extraction) => !isEmpty(extraction));
  return found.length > 0
    ? success(found)
    : failed(failureOf('no-invoice-data', { detail: `<${root.value.qualifiedName.slice(0, 60)}>` }));
};
