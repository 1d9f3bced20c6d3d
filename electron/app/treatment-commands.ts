import { failed, success } from '../../shared/result.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { Intake } from '../intake/intake.ts';
import type { PageRow } from '../store/records/page.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import { newBatch } from '../pipeline/batch.ts';
import { refusal } from '../formats/refusal.ts';
import type { DataFolder } from './data-folder.ts';
import type { Handlers } from './handlers.ts';
import { detailOf } from './page-detail.ts';
import type { OriginalReads } from './originals.ts';
import { keepDrawn } from '../pipeline/drawn-file.ts';
import { isFurtherPage } from '../pipeline/page-summary.ts';
import { dropOriginal, dropUnused, isOurCopy, recordPicture } from '../pipeline/page-intake.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import type { Passwords } from './pictures.ts';
import {
  heldOfOthers,
  notTreatable,
  pageNotFound,
  passwordNeeded,
  treatedBy,
  wrongPassword,
} from './command-failures.ts';
import { ofOthers } from './page-commands.ts';
import { mostAgain } from '../../shared/contract/page-commands.ts';
import { isTreatedAs } from '../../shared/contract/preparation.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { firstRefusal, type AppRoutes, type OfficeHooks } from './office-hooks.ts';

type TreatmentCommandDependencies = {
  readonly office: Pick<OfficeHooks, 'lastUser'>;
  readonly folder: DataFolder;
  readonly originals: Pick<OriginalReads, 'locate'>;
  readonly intake: Intake;
  readonly runner: PageRunner;
  readonly routes: AppRoutes;
  readonly settings: () => Settings;
  readonly assessor: Assessor;
  readonly passwords: Passwords;
};

type TreatmentCommands = Pick<Handlers, 'pages.treat' | 'pages.send' | 'pages.unlock'>;

/** The user's actions on a page before it is sent: rotating, cropping, masking, a password, and the approval. */
export const treatmentCommands = (dependencies: TreatmentCommandDependencies): TreatmentCommands => {
  const { office, folder, originals, intake, runner, routes, settings, assessor, passwords } = dependencies;
  const { store } = folder;

  const stopped = async (id: PageId): Promise<void> => {
    if (!runner.has(id)) return;
    await runner.cancel([id]);
    await runner.settled([id]);
  };

  const unlockOne = async (id: PageId, password: string): Promise<void> => {
    const row = await store.page(id);
    if (!row) return;
    const prepared = await keepDrawn(folder, intake, row, null, row.treatment, password);
    let isKept = false;
    await store.transact(async (unit) => {
      if (!prepared.ok) return unit.refuse(id, prepared.failure);
      isKept = await recordPicture(unit, id, prepared.value);
      return unit.setState([id], 'waiting');
    });
    if (prepared.ok && !isKept) await dropUnused(folder, [prepared.value.prepared.picture]);
  };

  /**
   * A page that was sent masked is stored masked: our copy of its file is deleted once no page is made from it any
   * more. The user's own file is never touched.
   */
  const forgetUncovered = async (row: PageRow): Promise<void> => {
    if (!isOurCopy(folder, row) || row.treatment.masks.length === 0) return;
    if (await store.transact((unit) => unit.forgetFile(row.id))) await dropOriginal(folder, row);
  };

  /** The picture has another treatment than the user saw. */
  const treatedMeanwhile = async (id: PageId, by: string) =>
    failed(treatedBy(await office.lastUser({ used: ['pages.treat'], unless: 'pages.cancel' }, [id], by)));

  return {
    'pages.treat': async ({ id, treatment, was, password }, { by }) => {
      const before = await store.page(id);
      if (!before) return failed(pageNotFound);
      // Who asks for what is there already takes nothing from anyone.
      if (!isTreatedAs(before.preparation, was, treatment)) return treatedMeanwhile(id, by);
      // The places of faces that a user has corrected could not follow.
      if (treatment.corners && before.service !== 'vat-invoice')
        return failed(notTreatable(before.service, refusal('unsupported-format')));
      // A moved file has the same bytes at another path; another file at its path does not belong to this
      // page.
      const other = before.preparation?.rendition ?? null;
      const path = other ? null : ((await originals.locate(before)) ?? before.path);
      const known = password ?? (path === null ? null : passwords.of(path));
      const prepared = await keepDrawn(folder, intake, { ...before, path }, other, treatment, known);
      if (!prepared.ok && prepared.failure.reason === 'encrypted-pdf')
        return failed(password === undefined ? passwordNeeded : wrongPassword);
      if (path !== null && password !== undefined) passwords.keep(path, password);
      // If its file is missing, the page stays unchanged and keeps its picture.
      if (!prepared.ok) return failed(notTreatable(before.service, prepared.failure));
      // Nothing is cancelled for what is refused.
      await stopped(id);
      const ended = await store.transact(async (unit) => {
        await unit.lockPages([id]);
        const now = await unit.page(id);
        if (now && !isTreatedAs(now.preparation, was, treatment)) return 'treated';
        // In this order: a new treatment drops the picture of the earlier one.
        await unit.setTreatment(id, treatment, by);
        if (!(await recordPicture(unit, id, prepared.value))) return 'gone';
        await unit.setHeld([id], true);
        await unit.setState([id], 'waiting');
        return 'kept';
      });
      if (ended !== 'kept') {
        await dropUnused(folder, [prepared.value.prepared.picture]);
        return ended === 'gone' ? failed(pageNotFound) : treatedMeanwhile(id, by);
      }
      // Deletes the earlier picture if it was never sent, because no uncovered copy of a masked page may remain. A page
      // that is only turned or cropped keeps it with what was read from it, until the new result arrives.
      const keepsEarlier = treatment.masks.length === 0 && ((await store.page(id))?.hasEarlier ?? false);
      if (before.picture && !keepsEarlier) await dropUnused(folder, [before.picture]);
      // The invoice of a further page shows that the page waits. Its lines stay until the new ones are there.
      await (isFurtherPage(before) ? runner.assess(id) : runner.tell([id]));
      const page = await assessor.open(id);
      return page
        ? success(await detailOf(store, page, await assessor.reviewed(page), by))
        : failed(pageNotFound);
    },
    'pages.send': async ({ ids, shown }, caller) => {
      const held = (await store.pages(ids)).filter(({ held: isHeld }) => isHeld);
      const foreign = ofOthers(held, caller);
      if (foreign > mostAgain) return failed(heldOfOthers(foreign));
      const refused = await firstRefusal(settings(), held, routes);
      if (refused) return failed(refused);
      const asked = held.map(({ id }) => id);
      const other = await store.transact(async (unit) => {
        await unit.lockPages(asked);
        const rows = shown ? await unit.pages(asked) : [];
        const met = rows.find(({ preparation }) => shown && !isTreatedAs(preparation, shown));
        if (!met) await unit.setHeld(asked, false);
        return met;
      });
      if (other) return treatedMeanwhile(other.id, caller.by);
      for (const row of held) await forgetUncovered(row);
      await runner.tell(asked);
      runner.add(
        held.filter(({ state }) => state === 'waiting'),
        newBatch(),
      );
      return success({});
    },
    'pages.unlock': async ({ id, password }) => {
      const row = await store.page(id);
      if (!row || row.path === null) return failed(pageNotFound);
      const count = await intake.pagesOf(row.path, password);
      if (!count.ok) return failed(wrongPassword);
      passwords.keep(row.path, password);
      const rest = await store.transact((unit) => unit.addRest(id, count.value));
      const all = [id, ...rest];
      for (const page of all) await unlockOne(page, password);
      await runner.tell(all);
      const ready = await store.pages(all);
      runner.add(
        ready.filter(({ state }) => state === 'waiting'),
        newBatch(),
      );
      return success({});
    },
  };
};
