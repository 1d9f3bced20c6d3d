import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Outputs, UsageError } from './arguments.ts';
import { usageTexts } from './usage-texts.ts';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'error';

const isFolder = async (path: string): Promise<boolean | null> => {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

/** Makes a file and takes it away again: permissions alone do not tell what a folder takes. */
const probe = async (folder: string): Promise<void> => {
  const path = join(folder, `.vouch-${randomUUID()}.tmp`);
  await (await open(path, 'wx')).close();
  await rm(path);
};

/** Why a file could not be written; null where it could. Nothing is left behind. */
const whyNotFile = async (path: string): Promise<string | null> => {
  try {
    const folder = await isFolder(path);
    if (folder) return 'EISDIR';
    if (folder === false) await access(path, constants.W_OK);
    // A device is written through; a file is written aside and renamed, which takes the folder.
    const parent = dirname(path);
    if (!(await isFolder(parent))) return 'ENOENT';
    if (folder === null || (await stat(path)).isFile()) await probe(parent);
    return null;
  } catch (error) {
    return codeOf(error);
  }
};

const whyNotFolder = async (path: string): Promise<string | null> => {
  try {
    await mkdir(path, { recursive: true });
    await probe(path);
    return null;
  } catch (error) {
    return codeOf(error);
  }
};

const filesOf = ({ csv, linesCsv, xlsx, json }: Outputs): readonly string[] =>
  [csv, linesCsv, xlsx, json].filter((path) => path !== null).filter((path) => path !== '-');

/**
 * Finds out before anything is sent whether the results can be written.
 * @param inputs files that are read: a result must not take the place of one
 */
export const checkOutputs = async (
  outputs: Outputs,
  inputs: readonly string[],
): Promise<UsageError | null> => {
  const read = new Set(inputs.map((path) => resolve(path)));
  const written = new Set<string>();
  for (const path of filesOf(outputs)) {
    const whole = resolve(path);
    if (written.has(whole)) return usageTexts.sameOutput(path);
    if (read.has(whole)) return usageTexts.outputIsInput(path);
    written.add(whole);
    const why = await whyNotFile(whole);
    if (why !== null) return usageTexts.notWritable(path, why);
  }
  if (outputs.annotate === null) return null;
  const why = await whyNotFolder(resolve(outputs.annotate));
  return why === null ? null : usageTexts.notWritable(outputs.annotate, why);
};

/** Whether an annotated picture would take the place of a file that is read; its names are known with the pages. */
export const checkAnnotated = (
  { annotate }: Outputs,
  names: readonly string[],
  inputs: readonly string[],
): UsageError | null => {
  if (annotate === null) return null;
  const read = new Set(inputs.map((path) => resolve(path)));
  const drawnOver = names.find((name) => read.has(join(resolve(annotate), name)));
  return drawnOver === undefined ? null : usageTexts.outputIsInput(join(annotate, drawnOver));
};
