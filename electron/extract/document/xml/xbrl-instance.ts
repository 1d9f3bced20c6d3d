import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { failed, success, type Result } from '../../../../shared/result.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import { failureOf } from '../../../../shared/services/failures.ts';
import { readAirTicket } from './air-ticket.ts';
import { xbrlFacts } from './facts.ts';
import { readPaperInstance } from './paper-instance.ts';
import { readRailTicket } from './rail-ticket.ts';
import { readBookingRecord, readVatInstance } from './vat-instance.ts';
import { descendants, namespaceOf, type XmlElement } from './xml-tree.ts';

/** `inv` of `http://xbrl.mof.gov.cn/taxonomy/2023-05-15/inv`; the date is that of the standard's edition. */
const lastSegment = (namespace: string): string | null => {
  const path = /^https?:\/\/xbrl\.mof\.gov\.cn\/taxonomy\/(.+?)\/*$/u.exec(namespace)?.[1];
  return path?.split('/').at(-1)?.toLowerCase() ?? null;
};

const instanceName = /^(?:inv|rai|atr|einv|bker|bkrs|efi)(?:_(?:issuer|receiver))?$/u;

/** Some instances don't declare the prefixes of their facts, which are named after the taxonomy. */
const segmentOf = (element: XmlElement): string | null => {
  const namespace = namespaceOf(element);
  if (namespace !== null) return lastSegment(namespace);
  return instanceName.test(element.prefix) ? element.prefix : null;
};

/** The taxonomies of the facts of an instance. */
const taxonomiesOf = (root: XmlElement): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const element of descendants(root)) {
    const segment = segmentOf(element);
    if (segment !== null) found.add(segment);
  }
  return found;
};

/** `rai`, `rai_issuer` and `rai_receiver` are one taxonomy from two sides. */
const isOf = (taxonomy: string, family: string): boolean =>
  taxonomy === family || taxonomy.startsWith(`${family}_`);

/**
 * Reads an instance of the accounting data standard. For `einv` only the receiver's side exists: the booked
 * figures and the voucher, without goods. A bank receipt or a fiscal receipt is a paper that is no invoice.
 */
export const readXbrl = (root: XmlElement): Result<InvoiceExtraction, Failure> => {
  const taxonomies = [...taxonomiesOf(root)];
  const has = (family: string): boolean => taxonomies.some((taxonomy) => isOf(taxonomy, family));
  const facts = xbrlFacts(root);
  if (has('rai')) return success(readRailTicket(facts));
  if (has('atr')) return success(readAirTicket(facts));
  if (has('einv')) return success(readBookingRecord(facts));
  if (has('inv')) return success(readVatInstance(facts));
  const paper = readPaperInstance(facts, has);
  if (paper) return success(paper);
  return failed(failureOf('no-invoice-data', { detail: `XBRL ${taxonomies.join(', ')}`.trim() }));
};
