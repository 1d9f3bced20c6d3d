import { pairingAmong, type Pairing } from '../../shared/review/pairing.ts';
import type { ReadStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';

export type PairingReads = Pick<ReadStore, 'pairable'>;

/**
 * The pairing of a paper or an invoice, by the stored figures: decided here for the window and the archive. Null for a page
 * that is never paired.
 */
export const pairingOf = async (reads: PairingReads, row: PageRow): Promise<Pairing | null> => {
  const { pairRole = null, pairDay = null, pairCents = null, pairWith = null } = row.figures ?? {};
  if (pairRole === null) return null;
  const pages = [row.id, ...row.joined];
  const all = await reads.pairable({ cents: pairCents, day: pairDay, pages, chosen: pairWith });
  const own = all.find(({ page }) => page === row.id);
  return own ? pairingAmong(own, all) : null;
};
