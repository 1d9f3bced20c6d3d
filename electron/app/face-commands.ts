import type { CommandFailure } from '../../shared/contract/commands.ts';
import { keepEdit } from '../../shared/face/review.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import { frameOf } from '../pipeline/derive-page.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import type { DataFolder } from './data-folder.ts';
import type { Handlers } from './handlers.ts';
import { changedSince, meanwhileFailure, type Meanwhile } from './conflicting-changes.ts';
import { changedMeanwhile, faceGone, pageNotFound } from './command-failures.ts';

type FaceCommandDependencies = {
  readonly folder: Pick<DataFolder, 'store'>;
  readonly assessor: Pick<Assessor, 'open' | 'assessIn'>;
  readonly runner: Pick<PageRunner, 'tell'>;
};

export const faceCommands = ({
  folder: { store },
  assessor,
  runner,
}: FaceCommandDependencies): Pick<Handlers, 'faces.edit'> => ({
  'faces.edit': async ({ id, edit, version }, caller) => {
    const { by } = caller;
    let met: Meanwhile | null = null;
    // A photo's response may be large: it is decoded before the unit of work, which blocks others.
    await assessor.open(id);
    const kept = await store.transact(async (unit): Promise<Result<readonly PageId[], CommandFailure>> => {
      const page = await assessor.open(id, unit);
      if (page?.derived?.service !== 'face-detect') return failed(pageNotFound);
      const { row, events, derived } = page;
      const placed = keepEdit(derived.faces, edit);
      if (!placed) return failed(faceGone);
      const frame = frameOf(row);
      const change = { kind: 'edit-faces', edit: frame ? { ...placed, frame } : placed } as const;
      met = changedSince(events, version, by, change);
      if (met) return failed(changedMeanwhile);
      const appended = await unit.append(id, row.version, by, [change]);
      return appended.ok ? success(await assessor.assessIn(unit, id)) : failed(changedMeanwhile);
    });
    if (met) return await meanwhileFailure(met, caller);
    if (!kept.ok) return kept;
    await runner.tell(kept.value);
    return success({});
  },
});
