import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceId } from '../../shared/services/service.ts';
import { sha256Of } from '../intake/sha256.ts';
import { loadTruths } from '../extract/sandbox/truths.ts';

/** A file that is part of the program. */
export type Sample = { readonly path: string; readonly sha256: string };

const pictureName = /\.(?:jpg|png|bmp)$/;
/** Digital invoices need no ground truth: they are read from their own data. */
const digitalName = /\.(?:xml|ofd|pdf)$/;

/**
 * The samples of a service: its pictures with ground truth, sorted by name, and after them the digital invoices, if
 * it recognizes invoices.
 */
export const samplesOf = async (samplesFolder: string, service: ServiceId): Promise<readonly Sample[]> => {
  const { truths } = await loadTruths(samplesFolder);
  const known = new Set(truths.filter((truth) => truth.service === service).map(({ sha256 }) => sha256));
  if (known.size === 0) return [];
  const names = (await readdir(samplesFolder)).toSorted();
  const digital = service === 'vat-invoice' ? names.filter((name) => digitalName.test(name)) : [];
  const samples: Sample[] = [];
  for (const name of [...names.filter((one) => pictureName.test(one)), ...digital]) {
    const path = join(samplesFolder, name);
    const sha256 = sha256Of(await readFile(path));
    if (known.has(sha256) || digitalName.test(name)) samples.push({ path, sha256 });
  }
  return samples;
};
