import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Calls a function when a test ends. */
export type WhenFinished = (end: () => void | Promise<void>) => void;

/**
 * A folder for the running test, deleted when the test ends.
 * @param whenFinished a test that runs at the same time as others passes its own
 */
export const temporaryFolder = async (whenFinished: WhenFinished = onTestFinished): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-test-'));
  whenFinished(async () => {
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
};
