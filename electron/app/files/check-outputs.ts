import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { identityOf, isSameFile, type FileIdentity } from '../../infra/files/file-identity.ts';
import { isOwnName } from '../../store/folder/private-files.ts';
import type { OutputFailure, Outputs } from './request.ts';
import { usageTexts } from '../../../shared/texts/command-line.ts';
import { codeOf } from '../../infra/error-code.ts';

const isFolder = async (path: string): Promise<boolean | null> => {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

/** Creates a file and removes it again: permissions alone do not show whether a folder is writable. */
const probe = async (folder: string): Promise<void> => {
  const path = join(folder, `.vouch-${randomUUID()}.tmp`);
  await (await open(path, 'wx', 0o600)).close();
  await rm(path);
};

/** Why a file can't be written; null if it can. Nothing is left behind. */
const whyNotFile = async (path: string, { place }: FileIdentity): Promise<string | null> => {
  try {
    const folder = await isFolder(path);
    if (folder) return 'EISDIR';
    if (folder === false) await access(path, constants.W_OK);
    // A device is written directly. A file is written under another name and renamed, which needs write
    // access to its real folder.
    const parent = dirname(place);
    if (!(await isFolder(parent))) return 'ENOENT';
    if (folder === null || (await stat(path)).isFile()) await probe(parent);
    return null;
  } catch (error) {
    return codeOf(error) || 'error';
  }
};

const whyNotFolder = async (path: string): Promise<string | null> => {
  try {
    await mkdir(path, { recursive: true });
    await probe(path);
    return null;
  } catch (error) {
    return codeOf(error) || 'error';
  }
};

/** Files and folders that no result may replace, or be written into. */
type Guarded = {
  /** Paths of the input files. */
  readonly inputs: readonly string[];
  /** The data folder; it need not exist yet. */
  readonly home: string;
};

const filesOf = ({ csv, linesCsv, xlsx, json }: Outputs): readonly string[] =>
  [csv, linesCsv, xlsx, json].filter((path) => path !== null).filter((path) => path !== '-');

/** A missing file can't be overwritten, and an unreadable one is not an input. */
const identityOrNull = (path: string): Promise<FileIdentity | null> => identityOf(path).catch(() => null);

const isAmong = async (one: FileIdentity, others: readonly FileIdentity[]): Promise<boolean> => {
  for (const other of others) if (await isSameFile(one, other)) return true;
  return false;
};

/**
 * Only existing files can be overwritten. They are identified by device and inode, so several names of one file are
 * detected.
 */
const existing = async (paths: readonly string[]): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for (const path of paths) {
    const file = (await identityOrNull(path))?.file;
    if (file) found.add(file);
  }
  return found;
};

/**
 * Vouch's own files in the data folder. A result may be next to them, but must not replace them or be inside their
 * folders.
 */
const ownPlaces = async (home: string): Promise<{ readonly holds: (output: FileIdentity) => boolean }> => {
  const { place } = await identityOf(home);
  const names = await readdir(place).catch(() => []);
  const own = await existing(names.filter(isOwnName).map((name) => join(place, name)));
  const holds = (output: FileIdentity): boolean => {
    if (output.file !== null && own.has(output.file)) return true;
    const [first = ''] = relative(place, output.place).split(sep);
    return isOwnName(first);
  };
  return { holds };
};

/** Whether an output would replace, or be inside, what Vouch stores. */
export const checkNotOurs = async (path: string, home: string): Promise<OutputFailure | null> => {
  const identity = await identityOrNull(path);
  return identity && (await ownPlaces(home)).holds(identity) ? usageTexts.outputIsOurs(path) : null;
};

/** Checks before anything is sent that the results can be written without harm to existing files. */
export const checkOutputs = async (outputs: Outputs, guarded: Guarded): Promise<OutputFailure | null> => {
  const { annotate } = outputs;
  const read = await existing(guarded.inputs);
  const own = await ownPlaces(guarded.home);
  const written: FileIdentity[] = [];
  for (const path of filesOf(outputs)) {
    const identity = await identityOrNull(path);
    if (!identity) return usageTexts.notWritable(path, (await whyUnknown(path)) ?? 'error');
    if (await isAmong(identity, written)) return usageTexts.sameOutput(path);
    if (identity.file !== null && read.has(identity.file)) return usageTexts.outputIsInput(path);
    if (own.holds(identity)) return usageTexts.outputIsOurs(path);
    written.push(identity);
    const why = await whyNotFile(path, identity);
    if (why !== null) return usageTexts.notWritable(path, why);
  }
  if (annotate === null) return null;
  const folder = await identityOrNull(annotate);
  if (folder && own.holds(folder)) return usageTexts.outputIsOurs(annotate);
  const why = await whyNotFolder(resolve(annotate));
  return why === null ? null : usageTexts.notWritable(annotate, why);
};

const whyUnknown = async (path: string): Promise<string | null> => {
  try {
    await identityOf(path);
    return null;
  } catch (error) {
    return codeOf(error) || 'error';
  }
};

/**
 * Whether an annotated picture would replace an input, another result, or a file of the data folder; its name
 * is known with the pages.
 */
export const checkAnnotated = async (
  outputs: Outputs,
  names: readonly string[],
  guarded: Guarded,
): Promise<OutputFailure | null> => {
  const { annotate } = outputs;
  if (annotate === null) return null;
  const read = await existing(guarded.inputs);
  const own = await ownPlaces(guarded.home);
  const written = (await Promise.all(filesOf(outputs).map(identityOrNull))).filter((file) => file !== null);
  for (const name of names) {
    const path = join(annotate, name);
    const identity = await identityOrNull(path);
    if (!identity) return usageTexts.notWritable(path, (await whyUnknown(path)) ?? 'error');
    if (identity.file !== null && read.has(identity.file)) return usageTexts.outputIsInput(path);
    if (own.holds(identity)) return usageTexts.outputIsOurs(path);
    if (await isAmong(identity, written)) return usageTexts.sameOutput(path);
  }
  return null;
};
