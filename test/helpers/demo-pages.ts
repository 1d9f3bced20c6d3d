import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandInput } from '../../shared/contract/commands.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { projectFolder } from './app-fixtures/folders.ts';

const samples = join(projectFolder, 'samples');

const isDigital = (name: string): boolean => /\.(?:xml|ofd|pdf)$/u.test(name);

/** The service of a picture with ground truth; that of invoices for a digital invoice; null for other files. */
const serviceOf = (folder: string, name: string): string | null => {
  if (isDigital(name)) return 'vat-invoice';
  const truth = join(folder, name.replace(/\.[a-z]+$/u, '.truth.json'));
  if (!/\.(?:jpg|png|bmp)$/u.test(name) || !existsSync(truth)) return null;
  const parsed: { readonly service: string } = JSON.parse(readFileSync(truth, 'utf8'));
  return parsed.service;
};

/**
 * The samples as input of `pages.add`, recognized by the demo service: at once, and with the values of their truths.
 * `pages.addSamples` has this computer read the invoices.
 * @param folder of the samples
 */
export const demoPages = (service: ServiceId, folder = samples): CommandInput<'pages.add'> => ({
  service,
  sandbox: true,
  files: readdirSync(folder)
    .toSorted()
    .toSorted((one, other) => Number(isDigital(one)) - Number(isDigital(other)))
    .filter((name) => serviceOf(folder, name) === service)
    .map((name) => ({ kind: 'path', path: join(folder, name) })),
});
