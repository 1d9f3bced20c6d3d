import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../../shared/result.ts';
import { copyLedger, type LocalFiles, type Moved, type MoveFailure } from '../store/copy-ledger.ts';
import { openLedgerRows } from '../../store/sqlite/ledger-rows.ts';
import { type DataFolder, openDataFolder } from '../../app/data-folder.ts';
import { officeCommandFailure, officeDatabase, type OfficeFolder, openOfficeFolder } from '../open-office.ts';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import { officeTexts, type OfficeTexts } from '../../../shared/texts/office-command.ts';
import type { MigrateCommand } from './arguments.ts';
import { defaultSettings, officeSettings } from '../../../shared/contract/settings.ts';
import { readSettings } from '../../credentials/settings-store.ts';
import { keyOf } from '../office-settings.ts';
import { requireOwner } from '../store/roles.ts';
import { openOfficeSettings } from '../store/settings.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';
import type { CommandDependencies } from '../../hosts/terminal/dependencies.ts';

const digestOf = (name: string): string | null => /^([0-9a-f]{64})\.bin$/u.exec(name)?.[1] ?? null;

const localFiles = ({ pictures, originals }: DataFolder, home: string): LocalFiles => ({
  read: (sha256, extension) => (extension === 'bin' ? originals : pictures).get(sha256, extension),
  originals: async () => {
    const folder = join(home, 'originals');
    if (!existsSync(folder)) return [];
    const names = await readdir(folder, { recursive: true });
    return names.flatMap((name) => digestOf(name.split(/[/\\]/u).at(-1) ?? '') ?? []).toSorted();
  },
});

/**
 * Copies the ledger of a data folder into an empty office.
 * @param local the data folder, which only this process has open
 */
const moveLedger = async (
  local: DataFolder,
  { office, pictures }: OfficeFolder,
  home: string,
  now: () => Date,
): Promise<Result<Moved, MoveFailure>> => {
  const rows = openLedgerRows(join(home, 'ledger.sqlite'), now);
  try {
    return await copyLedger(office, rows, localFiles(local, home), pictures, now);
  } finally {
    await rows.close();
  }
};

type MigrateMoveFailure = Extract<Awaited<ReturnType<typeof moveLedger>>, { ok: false }>['failure'];

const failureLine = (failure: MigrateMoveFailure, texts: OfficeTexts): string => {
  if (failure.reason === 'other-there') return texts.notEmpty;
  return failure.reason === 'not-the-same'
    ? texts.rowsDiffer(failure.table)
    : texts.fileMissing(failure.name);
};

/**
 * Copies the settings that the office has none of, so that a repeated move overwrites no administrator's change.
 * @returns their number
 */
const moveSettings = async (
  { office }: OfficeFolder,
  { home, streams }: Pick<CommandDependencies, 'home' | 'streams'>,
): Promise<number> => {
  const ofOffice = await openOfficeSettings(office, streams.noteBug);
  const local = readSettings(home);
  const moved = officeSettings.filter(
    (name) =>
      ofOffice.get(keyOf(name)) === undefined &&
      JSON.stringify(local[name]) !== JSON.stringify(defaultSettings[name]),
  );
  for (const name of moved) await ofOffice.set(keyOf(name), local[name]);
  return moved.length;
};

const copyFrom = async (
  local: DataFolder,
  office: OfficeFolder,
  texts: OfficeTexts,
  dependencies: CommandDependencies,
): Promise<0 | 1> => {
  const { home, now, streams } = dependencies;
  const moved = await moveLedger(local, office, home, now);
  if (!moved.ok) {
    streams.note(failureLine(moved.failure, texts));
    return 1;
  }
  const { kind, pages } = moved.value;
  streams.note(kind === 'moved' ? texts.moved(moved.value) : texts.alreadyCopied(pages));
  const settings = await moveSettings(office, dependencies);
  if (settings > 0) streams.note(texts.movedSettings(settings));
  return 0;
};

/** Copies the local ledger of VOUCH_HOME into the office. */
export const runMigrate = async (
  { language }: MigrateCommand,
  dependencies: CommandDependencies,
): Promise<0 | 1 | 2> => {
  const { environment, home, now, streams } = dependencies;
  const texts = officeTexts[language];
  const refuse = (failure: CommandFailure): 2 => {
    streams.note(commandFailureLine(failure, language));
    return 2;
  };
  const address = officeDatabase(environment);
  if (address === null) {
    streams.note(texts.noDatabase);
    return 2;
  }
  if (!existsSync(join(home, 'ledger.sqlite'))) {
    streams.note(texts.nothingToMove);
    return 2;
  }
  // Whoever is not the owner changes nothing: neither the office nor the folder.
  const asked = address.ok ? await requireOwner(address.value) : address;
  if (!asked.ok) return refuse(officeCommandFailure(asked.failure));
  // The folder's lock is held meanwhile, and its ledger has the newest schema.
  const local = await openDataFolder(home, 'Vouch (vouch migrate)', now);
  if (!local.ok) return refuse(local.failure);
  try {
    const office = await openOfficeFolder(environment, home);
    if (!office.ok) return refuse(office.failure);
    try {
      return await copyFrom(local.value, office.value, texts, dependencies);
    } finally {
      await office.value.close();
    }
  } finally {
    await local.value.close();
  }
};
