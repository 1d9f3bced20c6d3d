import type { PageId } from '../../shared/contract/page.ts';
import { pairingAmong, type Pairable, type Pairing } from '../../shared/review/pairing.ts';
import type { ReadStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';

export type PairingReads = Pick<ReadStore, 'pairable' | 'page'>;

/** The page that represents the invoice which a user chose for a paper. */
const chosenOf = async (reads: PairingReads, chosen: PageId | null): Promise<PageId | null> => {
  const row = chosen === null || chosen < 1 ? null : await reads.page(chosen);
  return row ? (row.joinedTo ?? row.id) : chosen;
};

/**
 * The pairing of a paper or an invoice, by the stored figures: decided here for the window and the archive. Null for a page
 * that is never paired.
 */
export const pairingOf = async (reads: PairingReads, row: PageRow): Promise<Pairing | null> => {
  const { pairRole = null, pairCents = null, pairWith = null } = row.figures ?? {};
  if (pairRole === null) return null;
  const chosen = await chosenOf(reads, pairWith);
  const pages = [row.id, ...row.joined];
  const found = await reads.pairable({ cents: pairCents, pages, chosen });
  const all: Pairable[] = [];
  for (const one of found) all.push({ ...one, chosen: await chosenOf(reads, one.chosen) });
  const own = all.find(({ page }) => page === row.id);
  return own ? pairingAmong(own, all) : null;
};
