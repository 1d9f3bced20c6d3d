import type { MailHead } from '../../../shared/contract/mail-head.ts';
import { expandPaths } from '../../intake/expand-paths.ts';
import type { Seal } from '../../../shared/invoice/extraction.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import type { DataFolder } from '../data-folder.ts';
import { planFile, type PlannedFile } from '../plan-files.ts';
import type { DigitalFile } from '../../intake/read-digital.ts';
import type { Intake } from '../../intake/intake.ts';
import { pageCountOf } from '../../pipeline/digital-intake.ts';

/** The files of paths, folders included. */
export const filesOfPaths = async (paths: readonly string[]): Promise<readonly string[]> =>
  (await expandPaths(paths)).files;

/** A page to recognize, or a file without pages and the reason. */
export type Sheet = {
  /** The path as given; for a file in an archive, followed by its path in the archive. */
  readonly source: string;
  readonly name: string;
  /** The path of the readable file. */
  readonly path: string;
  readonly page: number;
  /** Which of several invoices on the page it is, from 1; 0 for the whole page. */
  readonly part: number;
  readonly pageCount: number;
  readonly failure: Failure | null;
  /** The mail that it came with. */
  readonly mail?: MailHead;
  /** The result of checking the file's signatures; null if it has none. */
  readonly seal: Seal | null;
  /** The data of the file for this invoice; null if the page must be recognized. */
  readonly digital: { readonly file: DigitalFile; readonly index: number } | null;
};

/** One sheet for each invoice, and one for each page that has only a picture. */
const digitalSheets = (planned: PlannedFile, file: DigitalFile): readonly Sheet[] => {
  const pageCount = pageCountOf(file);
  const at = (page: number, digital: Sheet['digital']): Sheet => ({
    ...planned,
    page,
    part: digital?.file.extractions[digital.index]?.part?.place ?? 0,
    pageCount,
    digital,
    seal: file.seal,
  });
  return [
    ...file.pages.map((page, index) => at(page, { file, index })),
    ...file.otherPages.map((page) => at(page, null)),
  ].toSorted((one, other) => one.page - other.page);
};

const onlyPage = { page: 1, part: 0, pageCount: 1 } as const;

const sheetsOf = async (
  file: PlannedFile,
  intake: Pick<Intake, 'pagesOf' | 'readDigital'>,
  service: ServiceId,
): Promise<readonly Sheet[]> => {
  let seal: Seal | null = null;
  if (!file.failure && service === 'vat-invoice') {
    const read = await intake.readDigital(file.path, null);
    if (!read.ok) return [{ ...file, ...onlyPage, failure: read.failure, digital: null, seal }];
    const digital = read.value;
    seal = digital?.seal ?? null;
    if (digital && digital.extractions.length > 0) return digitalSheets(file, digital);
  }
  const pages = file.failure ? { ok: true as const, value: 1 } : await intake.pagesOf(file.path, null);
  if (!pages.ok) return [{ ...file, ...onlyPage, failure: pages.failure, digital: null, seal }];
  return Array.from({ length: pages.value }, (_, index) => ({
    ...file,
    page: index + 1,
    part: 0,
    pageCount: pages.value,
    digital: null,
    seal,
  }));
};

/** The pages of the files in order, with archives unpacked. After a stop, the rest is left out. */
export const planSheets = async (
  files: readonly string[],
  folder: DataFolder,
  intake: Pick<Intake, 'pagesOf' | 'readDigital'>,
  service: ServiceId,
  signal: AbortSignal,
): Promise<readonly Sheet[]> => {
  const sheets: Sheet[] = [];
  for (const source of files) {
    if (signal.aborted) break;
    // Without the bytes of the file, which are needed only to record it: there may be thousands.
    for await (const { name, path, failure, source: shown, mail } of planFile(folder, source))
      sheets.push(
        ...(await sheetsOf(
          { source: shown, name, path, failure, ...(mail ? { mail } : {}) },
          intake,
          service,
        )),
      );
  }
  return sheets;
};
