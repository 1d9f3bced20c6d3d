import type { InvoiceExtraction, ReaderId } from './extraction.ts';
import { lacks } from './kind.ts';

/** Readers of digital files, the most trusted first. */
export const digitalReaders = ['xml', 'ofd', 'pdf', 'qr'] as const satisfies readonly ReaderId[];

export const isDigitalReader = (reader: ReaderId): boolean => digitalReaders.some((one) => one === reader);

/**
 * Whether the data has everything needed to book the invoice: number, date, totals and both parties. The
 * seller of a rail ticket is the railway, which its data does not name. A paper that is no invoice lacks nothing.
 */
export const isComplete = ({
  invoice,
  ticket,
  paper,
}: Pick<InvoiceExtraction, 'invoice' | 'ticket' | 'paper'>): boolean => {
  if (paper) return true;
  const { kind, number, issueDate, grossTotal, total, taxTotal, buyer, seller } = invoice;
  if (number === null || grossTotal === null) return false;
  if (issueDate === null && !lacks(kind, 'issueDate')) return false;
  if (ticket) return true;
  // An exempt invoice may print nothing instead of a tax.
  const hasTax = taxTotal !== null || total === grossTotal;
  const hasNames = [buyer.name, seller.name].every(
    (name, at) => name !== null || lacks(kind, at === 0 ? 'buyer.name' : 'seller.name'),
  );
  return ((total !== null && hasTax) || lacks(kind, 'total')) && hasNames;
};

const rankOf = (reader: ReaderId): number => {
  const rank = digitalReaders.findIndex((one) => one === reader);
  return rank < 0 ? digitalReaders.length : rank;
};

/** Whether one extraction takes precedence over another: complete ones first, then by trust in the reader. */
export const isTrustedMore = (
  one: Pick<InvoiceExtraction, 'reader' | 'invoice' | 'ticket' | 'paper'>,
  other: Pick<InvoiceExtraction, 'reader' | 'invoice' | 'ticket' | 'paper'>,
): boolean => {
  const [complete, otherComplete] = [isComplete(one), isComplete(other)];
  return complete === otherComplete ? rankOf(one.reader) < rankOf(other.reader) : complete;
};
