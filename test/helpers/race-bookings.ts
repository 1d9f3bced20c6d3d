import { reserve } from '../../electron/books/book-files.ts';
import type { ReservedVoucher } from '../../electron/store/records/book-file.ts';
import type { Store } from '../../electron/store/port.ts';
import { failed, success } from '../../shared/result.ts';
import { randomFrom } from './random.ts';
import { addOne } from './stored-pages.ts';

export const racedPeriod = '2024-05';

/** Reserves a voucher for a page under the next number, as the vouchers' command does. */
export const reserveNext = (store: Store, page: number, author: string) =>
  reserve(store, async (unit) => {
    const [taken] = await unit.vouchersOf([page]);
    if (taken) return failed({ reason: 'being-written', by: taken.author, at: taken.at, file: taken.file });
    const number = (await unit.lastVoucher('记', racedPeriod, [page])) + 1;
    const pages = [page];
    const voucher: ReservedVoucher = { word: '记', period: racedPeriod, number, date: '2024-05-28', pages };
    const file = { kind: 'vouchers', author, target: null, from: null, to: null, invoices: 1 } as const;
    return success({ file, vouchers: [voucher], value: number });
  });

/**
 * Rounds in which two to five callers book at once, the same invoice or their own ones. Each writes its voucher, or
 * drops it.
 * @param stores of one ledger that has no vouchers yet; the callers take turns with them
 * @returns what was wrong: empty if each invoice had one winner, the others were told who, no number was given twice,
 *   and each one up to the last is written or void
 */
export const raceBookings = async (
  stores: readonly Store[],
  rounds: number,
  seed = 1,
): Promise<readonly string[]> => {
  const random = randomFrom(seed);
  const [store] = stores;
  if (!store) throw new Error('A race needs a store');
  const wrong: string[] = [];
  const written: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const shared = await addOne(store);
    const callers: { readonly author: string; readonly page: number }[] = [];
    for (let count = random.whole(2, 5); count > 0; count -= 1)
      callers.push({ author: `a${count}`, page: random.chance(0.6) ? shared : await addOne(store) });
    const ended = await Promise.all(
      callers.map(async ({ author, page }, index) => ({
        author,
        page,
        reserved: await reserveNext(stores[index % stores.length] ?? store, page, author),
      })),
    );
    const winners = new Map<number, string>();
    for (const { author, page, reserved } of ended) {
      if (!reserved.ok) continue;
      if (winners.has(page)) wrong.push(`round ${round}: two callers have the invoice ${page}`);
      winners.set(page, author);
    }
    for (const { page, reserved } of ended)
      if (!reserved.ok && reserved.failure.by !== winners.get(page))
        wrong.push(
          `round ${round}: told ${reserved.failure.by}, but ${winners.get(page) ?? 'nobody'} has it`,
        );
    await Promise.all(
      ended.map(async ({ reserved }) => {
        if (!reserved.ok) return;
        const { value } = reserved;
        if (random.chance(0.3)) await value.dropped();
        // Throws if somebody else has settled it.
        else await value.written().then(() => written.push(value.value));
      }),
    );
  }
  const unused = (await store.voidVouchers()).map(({ number }) => number);
  const all = [...written, ...unused].toSorted((one, other) => one - other);
  const last = await store.lastVoucher('记', racedPeriod, []);
  if (all.length !== last || all.some((number, index) => number !== index + 1))
    wrong.push(`the numbers up to ${last} are not each written once or void: ${all.join(' ')}`);
  const unsettled = (await store.unsettledBookFiles()).length;
  if (unsettled > 0) wrong.push(`${unsettled} reservations are left`);
  return wrong;
};
