import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, success, type Result } from '../../shared/result.ts';
import { codeOf, isSystemError, reasonOf, type WriteFailure } from '../infra/files/write-failure.ts';
import { writeTexts } from '../../shared/texts/write-failures.ts';

/**
 * Creates a new folder: `name`, or `name (2)` and so on. Files written into it can't overwrite files of the
 * user.
 */
export const makeNewFolder = async (parent: string, name: string): Promise<Result<string, WriteFailure>> => {
  for (let number = 1; ; number += 1) {
    const path = join(parent, number === 1 ? name : `${name} (${String(number)})`);
    try {
      await mkdir(path);
      return success(path);
    } catch (error) {
      if (codeOf(error) === 'EEXIST' && number < 1000) continue;
      if (!isSystemError(error)) throw error;
      const reason = reasonOf(codeOf(error), 'temporary');
      return failed({ reason, ...writeTexts[reason], detail: codeOf(error), otherPath: null });
    }
  }
};
