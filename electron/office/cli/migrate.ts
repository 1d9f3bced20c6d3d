import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import { officeTexts, type OfficeTexts } from '../../../shared/texts/office-command.ts';
import { openDataFolder, type DataFolder } from '../../app/data-folder.ts';
import { officeAddress } from '../../app/home.ts';
import { openOfficeFolder, type OfficeFolder } from '../open-office.ts';
import { moveLedger } from './move-ledger.ts';
import type { MigrateCommand } from './arguments.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';
import type { CommandDependencies } from '../../hosts/terminal/dependencies.ts';

type MoveFailure = Extract<Awaited<ReturnType<typeof moveLedger>>, { ok: false }>['failure'];

const failureLine = (failure: MoveFailure, texts: OfficeTexts): string => {
  if (failure.reason === 'other-there') return texts.notEmpty;
  return failure.reason === 'not-the-same'
    ? texts.rowsDiffer(failure.table)
    : texts.fileMissing(failure.name);
};

const copyFrom = async (
  local: DataFolder,
  office: OfficeFolder,
  texts: OfficeTexts,
  { home, now, streams }: CommandDependencies,
): Promise<0 | 1> => {
  const moved = await moveLedger(local, office, home, now);
  if (!moved.ok) {
    streams.note(failureLine(moved.failure, texts));
    return 1;
  }
  const { kind, pages } = moved.value;
  streams.note(kind === 'moved' ? texts.moved(moved.value) : texts.alreadyCopied(pages));
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
  if (officeAddress(environment) === null) {
    streams.note(texts.noDatabase);
    return 2;
  }
  if (!existsSync(join(home, 'ledger.sqlite'))) {
    streams.note(texts.nothingToMove);
    return 2;
  }
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
