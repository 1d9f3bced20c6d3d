import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceId } from '../../shared/services/service.ts';
import { sha256Of } from '../intake/sha256.ts';
import { loadTruths } from '../extract/sandbox/truths.ts';

/** A picture that is part of the program. */
export type Sample = { readonly path: string; readonly sha256: string };

const pictureName = /\.(jpg|png|bmp)$/;

/** The samples with ground truth for the service, sorted by name. */
export const samplesOf = async (samplesFolder: string, service: ServiceId): Promise<readonly Sample[]> => {
  const { truths } = await loadTruths(samplesFolder);
  const known = new Set(truths.filter((truth) => truth.service === service).map(({ sha256 }) => sha256));
  if (known.size === 0) return [];
  const names = (await readdir(samplesFolder)).filter((name) => pictureName.test(name)).toSorted();
  const samples: Sample[] = [];
  for (const name of names) {
    const path = join(samplesFolder, name);
    const sha256 = sha256Of(await readFile(path));
    if (known.has(sha256)) samples.push({ path, sha256 });
  }
  return samples;
};
