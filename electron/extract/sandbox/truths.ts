import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { serviceIdSchema } from '../../../shared/services/service.ts';

/**
 * A service's response to a picture: its decoded text, in the service's own form or deliberately malformed.
 */
const truthSchema = z.object({
  service: serviceIdSchema,
  /** SHA-256 of the picture's bytes, hexadecimal. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/iu)
    .toLowerCase(),
  /** Any JSON value, because a sandbox that returns nonsense is useful for tests. */
  text: z.json(),
});
export type Truth = z.infer<typeof truthSchema>;

export type TruthFailure = {
  /** The file's name within the folder, or the folder itself if it cannot be read. */
  readonly file: string;
  readonly failure: string;
};

type LoadedTruths = {
  readonly truths: readonly Truth[];
  readonly failures: readonly TruthFailure[];
};

const suffix = '.truth.json';

/** Loads every `*.truth.json` of a folder; invalid files are reported and skipped. */
export const loadTruths = async (folder: string): Promise<LoadedTruths> => {
  const names = await listTruths(folder);
  if (!names.ok) return { truths: [], failures: [{ file: folder, failure: names.failure }] };
  const truths: Truth[] = [];
  const failures: TruthFailure[] = [];
  for (const file of names.files) {
    const loaded = await loadTruth(join(folder, file));
    if (loaded.ok) truths.push(loaded.truth);
    else failures.push({ file, failure: loaded.failure });
  }
  return { truths, failures };
};

type Listed =
  | { readonly ok: true; readonly files: readonly string[] }
  | { readonly ok: false; readonly failure: string };

const listTruths = async (folder: string): Promise<Listed> => {
  try {
    const names = await readdir(folder);
    return { ok: true, files: names.filter((name) => name.endsWith(suffix)).sort() };
  } catch (error) {
    return { ok: false, failure: messageOf(error) };
  }
};

type Loaded = { readonly ok: true; readonly truth: Truth } | { readonly ok: false; readonly failure: string };

const loadTruth = async (path: string): Promise<Loaded> => {
  try {
    const json: unknown = JSON.parse(await readFile(path, 'utf8'));
    const parsed = truthSchema.safeParse(json);
    return parsed.success
      ? { ok: true, truth: parsed.data }
      : { ok: false, failure: z.prettifyError(parsed.error) };
  } catch (error) {
    return { ok: false, failure: messageOf(error) };
  }
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
