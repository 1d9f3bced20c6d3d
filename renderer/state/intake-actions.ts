import type { PageId } from '../../shared/contract/page.ts';
import { mostNamed, type UnfinishedDrop } from '../../shared/contract/intake-commands.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { noticesEn } from '../../shared/texts/notices-en.ts';
import { noticesZh } from '../../shared/texts/notices-zh.ts';
import type { WaitingFiles } from './dialogs.ts';
import { filledText } from './filled-text.ts';
import { focusElement } from './focus.ts';
import { offerDownload, type Handed, type HostConnection, type PickedFile } from './host.ts';
import { matchMissing, relativeNameOf } from './missing-files.ts';
import { createPastedActions } from './pasted.ts';
import { settle } from './settle.ts';
import { afterDone, afterFailure, useApp, writeApp as change } from './store.ts';

const { getState: app } = useApp;

type Others = {
  /** Shows the first of the added pages. */
  readonly showFirst: (service: ServiceId, added: readonly PageId[]) => void;
  readonly openPage: (id: PageId) => Promise<void>;
};

type Intake = Others & {
  readonly host: HostConnection;
  readonly pasted: ReturnType<typeof createPastedActions>;
  /** Drops that this window is sending. */
  readonly underWay: Set<string>;
};

/** Lists the drops of which files are missing. Those that are being sent are left out. */
const refreshDrops = async ({ host, underWay }: Intake): Promise<void> => {
  const listed = await host.invoke('drops.list', {});
  if (!listed.ok) return;
  const held = new Set([...underWay, ...app().waiting.flatMap(({ drop }) => drop.id)]);
  change({ drops: listed.value.drops.filter(({ id }) => !held.has(id)) });
};

/** Tells which files were there already, and shows one of them if nothing else was added. */
const tellThere = async (intake: Intake, there: readonly PageId[], isAll: boolean): Promise<void> => {
  const [first] = there;
  if (first === undefined) return;
  if (isAll) await intake.openPage(first);
  const name = Object.values(app().lists).flatMap(({ byId }) => byId.get(first)?.name ?? [])[0] ?? '';
  const key = there.length === 1 ? 'thereOne' : 'thereMany';
  const text = { zh: noticesZh.intake[key], en: noticesEn.intake[key] };
  change((before) => afterDone(before, filledText(text, { name, count: there.length })));
};

/** The bytes of some files are in the bin: tells so, and offers to open it there. */
const tellBinned = (service: ServiceId, binned: readonly PageId[]): void => {
  const text = { zh: noticesZh.intake.binned, en: noticesEn.intake.binned };
  change((before) =>
    afterDone(before, filledText(text, { count: binned.length }), { kind: 'bin', service, ids: binned }),
  );
};

type How = { readonly sandbox: boolean; readonly held?: boolean };

/** Resolves with the files that need an account, if there is none. */
const send = async (
  intake: Intake,
  service: ServiceId,
  files: readonly PickedFile[],
  drop: Handed,
  { sandbox, held = false }: How,
): Promise<readonly PickedFile[]> => {
  let isShown = false;
  intake.underWay.add(drop.id);
  try {
    const result = await intake.host.addFiles(service, files, { sandbox, held, drop }, (added) => {
      if (!isShown) intake.showFirst(service, added);
      isShown = true;
      if (held) intake.pasted.showPasted(service, added);
    });
    const sent = settle(result);
    const refused = sent?.refused;
    if (refused) change((before) => afterFailure(before, refused));
    if (sent) await tellThere(intake, sent.there, !isShown);
    if (sent && sent.binned.length > 0) tellBinned(service, sent.binned);
    return sent?.leftOut ?? [];
  } finally {
    intake.underWay.delete(drop.id);
    await refreshDrops(intake);
  }
};

/** Whether a file may contain its own data. A picture never does. */
const mayHoldData = (file: PickedFile): boolean =>
  typeof file === 'string' || !file.type.startsWith('image/');

/**
 * Adds files of a drop. Files that contain their own data, and invoices that this computer reads, need no account. For
 * the others, it asks how to recognize them if there is none.
 */
const addHanded = async (
  intake: Intake,
  service: ServiceId,
  files: readonly PickedFile[],
  drop: Handed,
  held: boolean,
): Promise<void> => {
  const { info, sandboxChosen } = app();
  if (!info) return;
  // If the base URL is invalid, the response contains the reason.
  const { localOnly, invoiceReader } = info.settings;
  const isReadHere = service === 'vat-invoice' && invoiceReader !== 'service';
  if (info.account.ready || info.account.baseUrlFailure || localOnly || isReadHere) {
    await send(intake, service, files, drop, { sandbox: false, held });
    return;
  }
  const digital = service === 'vat-invoice' ? files.filter(mayHoldData) : [];
  const leftOut =
    digital.length === 0 ? [] : await send(intake, service, digital, drop, { sandbox: false, held });
  const waiting = files.filter((file) => !digital.includes(file) || leftOut.includes(file));
  if (waiting.length === 0) return;
  if (sandboxChosen) await send(intake, service, waiting, drop, { sandbox: true, held });
  else
    change((before) => ({
      waiting: [...before.waiting, { service, files: waiting, drop, held }],
      drops: before.drops.filter(({ id }) => id !== drop.id),
      dialog: { kind: 'ask', service },
    }));
};

/** Records files of a drop by name, from a place on. Null if that failed, which was reported. */
const listFiles = async (
  { host }: Intake,
  drop: { readonly id: string; readonly service: ServiceId; readonly count: number; readonly from: number },
  files: readonly File[],
): Promise<Map<PickedFile, number> | null> => {
  const named = files.map((file) => ({ name: relativeNameOf(file).slice(-600), bytes: file.size }));
  for (let at = 0; at < named.length; at += mostNamed) {
    const part = { from: drop.from + at, named: named.slice(at, at + mostNamed) };
    if (!settle(await host.invoke('drops.begin', { ...drop, ...part }))) return null;
  }
  return new Map(files.map((file, index) => [file, drop.from + index]));
};

/** Records what is handed in. Files from the system's dialog are recorded by the host, which knows their names. */
const begin = async (
  intake: Intake,
  service: ServiceId,
  files: readonly PickedFile[],
): Promise<Handed | null> => {
  const id = crypto.randomUUID();
  const own = files.filter((file) => file instanceof File);
  if (own.length < files.length) return { id, places: new Map() };
  // Until its files are sent, the drop is not one of those whose files are missing.
  intake.underWay.add(id);
  const places = await listFiles(intake, { id, service, count: own.length, from: 0 }, own);
  if (places) return { id, places };
  intake.underWay.delete(id);
  await refreshDrops(intake);
  return null;
};

/** Adds files; `held` keeps them from being sent until a pause has passed. */
const addFiles = async (
  intake: Intake,
  service: ServiceId,
  files: readonly PickedFile[],
  held = false,
): Promise<void> => {
  if (files.length === 0) return;
  const drop = await begin(intake, service, files);
  if (drop) await addHanded(intake, service, files, drop, held);
};

/** Takes the files that wait for an answer about the account. */
const takeWaiting = (isTaken: (files: WaitingFiles) => boolean): readonly WaitingFiles[] => {
  const { waiting } = app();
  change({ waiting: waiting.filter((files) => !isTaken(files)) });
  return waiting.filter(isTaken);
};

/** Adds the missing files of a drop from chosen ones, and tells how many of these do not belong to it. */
const addMissing = async (intake: Intake, drop: UnfinishedDrop, chosen: readonly File[]): Promise<void> => {
  const missing = settle(await intake.host.invoke('drops.files', { id: drop.id }));
  if (!missing) return;
  const named = chosen.map((file) => ({ file, name: relativeNameOf(file), bytes: file.size }));
  const places = new Map<PickedFile, number>(matchMissing(missing.files, named));
  // Files whose names were never recorded: whatever else is chosen, as many as there were.
  const others = chosen.filter((file) => !places.has(file)).slice(0, drop.unlisted);
  if (others.length > 0) {
    const { id, service, files: count, unlisted } = drop;
    const listed = await listFiles(intake, { id, service, count, from: count - unlisted }, others);
    for (const [file, place] of listed ?? []) places.set(file, place);
  }
  if (places.size < chosen.length) {
    const text = { zh: noticesZh.intake.notOfDrop, en: noticesEn.intake.notOfDrop };
    change((before) => afterDone(before, filledText(text, { count: chosen.length - places.size })));
  }
  if (places.size > 0)
    await addHanded(intake, drop.service, [...places.keys()], { id: drop.id, places }, false);
};

/** What the user can do with files that are handed in. */
export const createIntakeActions = (host: HostConnection, others: Others) => {
  const pasted = createPastedActions(host);
  const intake: Intake = { host, pasted, underWay: new Set(), ...others };
  const { sendPasted, undoPasted, holdPasted } = pasted;
  return {
    sendPasted,
    undoPasted,
    holdPasted,
    addFiles: (service: ServiceId, files: readonly PickedFile[], held?: boolean) =>
      addFiles(intake, service, files, held),
    refreshDrops: () => refreshDrops(intake),
    /** Lets the user choose files in the system's dialog and adds them. */
    chooseFiles: async (): Promise<void> => {
      void host.invoke('pages.expect', {});
      if (!host.chooseFiles) {
        focusElement('files')?.click();
        return;
      }
      const { workspace } = app();
      await addFiles(intake, workspace, await host.chooseFiles(workspace));
    },
    /** The user chose the sandbox for these files and for later ones in this session. */
    answerSandbox: async (service: ServiceId): Promise<void> => {
      change({ dialog: null, sandboxChosen: true });
      for (const { files, drop, held } of takeWaiting((one) => one.service === service))
        await send(intake, service, files, drop, { sandbox: true, held });
    },
    /** There is an account now: sends what waited for it. */
    sendWaiting: async (): Promise<void> => {
      for (const { service, files, drop, held } of takeWaiting(() => true))
        await send(intake, service, files, drop, { sandbox: false, held });
    },
    addMissing: (drop: UnfinishedDrop, chosen: readonly File[]) => addMissing(intake, drop, chosen),
    dismissDrop: async (id: string): Promise<void> => {
      takeWaiting(({ drop }) => drop.id === id);
      settle(await host.invoke('drops.dismiss', { id }));
      await refreshDrops(intake);
    },
    /** Saves the names of the missing files as a text, with a last line if there is one to say. */
    saveMissing: async (id: string, name: string, last: string): Promise<void> => {
      const missing = settle(await host.invoke('drops.files', { id }));
      if (!missing) return;
      const names = missing.files.map((file) => file.name);
      const lines = [...names, ...(last === '' ? [] : [last])].join('\r\n');
      // The mark tells editors on Windows that the text is UTF-8.
      offerDownload(new Blob([`\uFEFF${lines}\r\n`], { type: 'text/plain' }), name);
    },
  };
};
