import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAssessor, type AssessorDependencies } from '../../../../electron/pipeline/assessor.ts';
import { openRecoveredStore } from '../../../../electron/store/sqlite/open-store.ts';
import type { Store, WriteStore } from '../../../../electron/store/port.ts';
import type { PageId } from '../../../../shared/contract/page.ts';
import { goods, invoiceOfLines, spread } from '../../../helpers/joined-pages.ts';
import { now } from '../../../helpers/now.ts';
import { addOne, payload } from '../../../helpers/stored-pages.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const whole = invoiceOfLines([
  goods('*纸制品*复印纸', 10_000),
  goods('*纸制品*信封', 20_000),
  goods('*文具*文件夹', 55_000),
]);

/** A store that notes which pages a unit of work reads with their events. */
const noting = (store: Store, reads: PageId[]): Store => ({
  ...store,
  transact: async (work) =>
    store.transact(async (unit: WriteStore) =>
      work({
        ...unit,
        sources: async (ids) => {
          reads.push(...ids);
          return unit.sources(ids);
        },
      }),
    ),
});

test('pages of one invoice are read once each before they are joined', async () => {
  const opened = await openRecoveredStore(join(await temporaryFolder(), 'ledger.sqlite'), now, false);
  if (!opened.ok) throw new Error(opened.failure.reason);
  const { store } = opened.value;
  onTestFinished(() => store.close());
  const first = await addOne(store);
  const second = await addOne(store, { page: 2, beside: first });
  const reads: PageId[] = [];
  const assessor = createAssessor({
    folder: { store: noting(store, reads) },
    now,
    settings: () => ({ confidenceLimit: 0.9, ownCompanies: [], trustedSigners: [] }),
  } as unknown as AssessorDependencies);
  for (const [index, invoice] of spread(whole, [1, 2]).entries()) {
    const id = [first, second][index] ?? 0;
    await store.transact((unit) =>
      unit.addExtraction(id, { version: 1, payload: { ...payload(''), invoice } }),
    );
    await assessor.assessOne(id);
  }
  reads.length = 0;
  expect(await assessor.joinAlike(second)).toEqual(expect.arrayContaining([first, second]));
  const before = reads.slice(0, 2);
  expect(new Set(before)).toEqual(new Set([first, second]));
});
