import process from 'node:process';
import { failed, type Result } from '../../../../shared/result.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import { loadModels, type Models } from './models.ts';
import { openPicture } from './open-picture.ts';
import { readPicture, readPlaces } from './read-picture.ts';
import type { ReaderTask, ReaderTaskResult } from './line-reader.ts';
import { loadWeights } from './weights.ts';

/** A page ends by itself a little before its process would be ended. */
export const softLimitMs = 50_000;

/**
 * Handles the tasks of a reading process, one after the other. The models are loaded with the first one.
 * @param folder of the models
 */
export const createTaskHandler = (
  folder: string,
  now: () => number,
): ((task: ReaderTask) => Promise<ReaderTaskResult>) => {
  let models: Promise<Result<Models, Failure>> | null = null;
  const load = async (): Promise<Result<Models, Failure>> => {
    const weights = await loadWeights(folder);
    return weights.ok ? loadModels(weights.value) : weights;
  };
  const read = async (task: ReaderTask): Promise<ReaderTaskResult['read']> => {
    const until = now() + softLimitMs;
    models ??= load();
    const loaded = await models;
    // An installation may be repaired while Vouch runs.
    if (!loaded.ok) models = null;
    if (task.kind === 'warm') return null;
    if (!loaded.ok) return failed(loaded.failure);
    const opened = await openPicture(task.picture);
    if (!opened.ok) return opened;
    const isLate = () => now() > until;
    return task.places
      ? readPlaces(loaded.value, opened.value, task.places, isLate)
      : readPicture(loaded.value, opened.value, isLate);
  };
  return async (task) => ({ read: await read(task), residentBytes: process.memoryUsage.rss() });
};
