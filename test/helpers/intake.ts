import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createIntake, type IntakeOptions } from '../../electron/intake/intake.ts';
import type { PageRequest, PreparedPicture } from '../../electron/intake/page-request.ts';
import { untreated } from '../../shared/contract/preparation.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { temporaryFolder } from './temporary-folder.ts';

type TestIntake = {
  /** The picture that is sent for a file with these bytes. Throws if the file is refused. */
  readonly prepared: (bytes: Uint8Array, over?: Partial<PageRequest>) => Promise<PreparedPicture>;
  /** Why a file with these bytes is refused. Throws if it is accepted. */
  readonly refusedFor: (bytes: Uint8Array, over?: Partial<PageRequest>) => Promise<Failure>;
  readonly pathOf: (bytes: Uint8Array) => Promise<string>;
  readonly intake: ReturnType<typeof createIntake>;
};

const pathOf = async (bytes: Uint8Array): Promise<string> => {
  const path = join(await temporaryFolder(), 'file');
  await writeFile(path, bytes);
  return path;
};

/** An intake with threads that end with the running test or, within `describe`, with its last one. */
export const testIntake = (options: IntakeOptions = {}): TestIntake & { close: () => Promise<void> } => {
  const intake = createIntake(options);
  const prepare = async (bytes: Uint8Array, over: Partial<PageRequest>) =>
    intake.prepare({ path: await pathOf(bytes), page: 1, treatment: untreated, password: null, ...over });
  return {
    intake,
    pathOf,
    close: intake.close,
    prepared: async (bytes, over = {}) => {
      const result = await prepare(bytes, over);
      if (!result.ok) throw new Error(`refused: ${result.failure.reason} ${result.failure.detail}`);
      return result.value;
    },
    refusedFor: async (bytes, over = {}) => {
      const result = await prepare(bytes, over);
      if (result.ok) throw new Error('was not refused');
      return result.failure;
    },
  };
};

/** The same for a single test. */
export const ownIntake = (options: IntakeOptions = {}): TestIntake => {
  const made = testIntake(options);
  onTestFinished(made.close);
  return made;
};
