import type { Bilingual } from '../../../shared/language.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';
import { officeTexts, trailTexts } from '../../../shared/texts/office-command.ts';
import type { CommandDependencies } from '../../hosts/terminal/dependencies.ts';
import { officeCommandFailure, officeDatabase } from '../open-office.ts';
import { connectDatabase } from '../store/connection.ts';
import { isMissing, officeFailure } from '../store/failures.ts';
import { checkEntries, type CheckFailure } from '../users/audit-seals.ts';
import { usersSchema } from '../store/schema.ts';
import { openUserDatabase } from '../users/database.ts';
import type { TrailCommand } from './arguments.ts';

const why = (failure: CheckFailure): { readonly message: Bilingual } => {
  switch (failure.reason) {
    case 'unknown-digest':
      return trailTexts['unknown-digest'];
    case 'unsealed':
      return trailTexts.unsealed(failure.count);
    case 'changed':
    case 'missing':
      return trailTexts[failure.reason](failure.place);
    default:
      return failure satisfies never;
  }
};

/** Checks the audit log of an office. Changes nothing. */
export const runTrail = async (
  { since, language }: TrailCommand,
  {
    environment,
    streams,
  }: Pick<CommandDependencies, 'environment'> & {
    readonly streams: Pick<CommandDependencies['streams'], 'note'>;
  },
): Promise<0 | 1 | 2> => {
  const address = officeDatabase(environment);
  if (!address) {
    streams.note(officeTexts[language].noDatabase);
    return 2;
  }
  const refuse = (failure: Parameters<typeof officeCommandFailure>[0]): 2 => {
    streams.note(commandFailureLine(officeCommandFailure(failure), language));
    return 2;
  };
  if (!address.ok) return refuse(address.failure);
  const connection = connectDatabase(address.value, 0, 1, usersSchema);
  try {
    const checked = await checkEntries(openUserDatabase(connection.pool), since);
    if (!checked.ok) {
      streams.note(why(checked.failure).message[language]);
      return 1;
    }
    const { entries, waiting, digest } = checked.value;
    streams.note(trailTexts.fine({ entries, waiting, digest, isPart: since !== null }).message[language]);
    return 0;
  } catch (error) {
    if (isMissing(error)) {
      streams.note(trailTexts.noOffice.message[language]);
      return 2;
    }
    return refuse(officeFailure(error, address.value.shown));
  } finally {
    await connection.close();
  }
};
