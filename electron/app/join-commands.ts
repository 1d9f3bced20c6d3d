import type { PageId } from '../../shared/contract/page.ts';
import { failed, success } from '../../shared/result.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import { joinInto, splitPages, type JoinablePage } from '../pipeline/join-invoice.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import type { WriteStore } from '../store/port.ts';
import type { DataFolder } from './data-folder.ts';
import type { Handlers } from './handlers.ts';
import { notJoinable } from './command-failures.ts';

type Dependencies = {
  readonly folder: DataFolder;
  readonly runner: Pick<PageRunner, 'tell'>;
  readonly assessor: Pick<Assessor, 'assessIn' | 'joinable'>;
};

/** Pages with all pages that they are joined with. */
const withJoined = async (unit: WriteStore, ids: readonly PageId[]): Promise<readonly PageId[]> => [
  ...new Set((await unit.pages(ids)).flatMap(({ id, joined }) => (joined.length > 0 ? joined : [id]))),
];

/** Pages of one invoice are joined and split. Each is one undo step. */
export const joinCommands = ({
  folder: { store },
  runner,
  assessor,
}: Dependencies): Pick<Handlers, 'batch.join' | 'batch.split'> => {
  const assessAll = async (unit: WriteStore, ids: readonly PageId[]): Promise<readonly PageId[]> => {
    const changed = new Set(ids);
    for (const id of ids) for (const other of await assessor.assessIn(unit, id)) changed.add(other);
    return [...changed];
  };

  const join = async (unit: WriteStore, ids: readonly PageId[], by: string) => {
    const pages: JoinablePage[] = [];
    for (const id of await withJoined(unit, ids)) {
      const page = await assessor.joinable(unit, id);
      if (!page) return null;
      pages.push(page);
    }
    const before = pages.map(({ row }) => row.id);
    const joined = await joinInto(unit, pages, by);
    return joined.length === 0 ? null : assessAll(unit, [...new Set([...before, ...joined])]);
  };

  return {
    'batch.join': async ({ ids }, { by }) => {
      const changed = await store.transact((unit) => join(unit, ids, by));
      if (!changed) return failed(notJoinable);
      await runner.tell(changed);
      const row = await store.page(ids[0] ?? 0);
      return success({ into: row?.joinedTo ?? ids[0] ?? 0 });
    },
    'batch.split': async ({ ids }, { by }) => {
      const { pages, changed } = await store.transact(async (unit) => {
        const rows = (await unit.pages(ids)).filter(({ joinedTo }) => joinedTo !== null);
        const split = [...new Set(rows.flatMap(({ joined }) => joined))];
        const touched = split.length === 0 ? [] : await splitPages(unit, split, by);
        return { pages: split, changed: await assessAll(unit, touched) };
      });
      await runner.tell(changed);
      return success({ pages: [...pages] });
    },
  };
};
