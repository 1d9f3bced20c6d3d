import { failed, success, type Result } from '../../shared/result.ts';
import { isUntreated } from '../../shared/contract/preparation.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { fitsTheService } from '../../shared/services/limits.ts';
import type { ImageEncoding } from '../../shared/services/service.ts';
import { maxPageMs } from './limits.ts';
import type { BestRequest, PageRequest, PreparedPicture } from './page-request.ts';
import { createPool, usualPoolSize, workerAddress } from './pool.ts';
import { readFileHead, readWholeFile, type FileHead } from './read-file.ts';
import { refusal } from './refusal.ts';
import { prepareSendable } from './sendable.ts';
import { makeThumbnail } from './thumbnail.ts';
import type { Answer } from './tasks.ts';

/** From files to what is sent. What takes long runs in worker threads, which start when they are first needed. */
export type Intake = {
  /** How many pages a file has; a plain picture is not opened for it. */
  readonly pagesOf: (path: string, password: string | null) => Promise<Result<number, Failure>>;
  readonly prepare: (request: PageRequest) => Promise<Result<PreparedPicture, Failure>>;
  /** A page at its best for the screen, framed as what was sent; null where the file is not to be had any more. */
  readonly best: (request: BestRequest) => Promise<Buffer | null>;
  /** A small WebP of a prepared picture for the list; null where it can't be decoded. */
  readonly thumbnail: (picture: Buffer, encoding: ImageEncoding) => Promise<Buffer | null>;
  /** The texts of the QR codes on a kept picture; null where it is not there, or not whole. */
  readonly qrTexts: (
    path: string,
    picture: { readonly encoding: ImageEncoding; readonly bytes: number },
  ) => Promise<readonly string[] | null>;
  readonly close: () => Promise<void>;
};

export type IntakeOptions = {
  /** Worker threads at most. */
  readonly threads?: number;
  /** Milliseconds after which a page is given up. */
  readonly limitMs?: number;
};

/** The threads are kept for this long without work. */
const idleMs = 20_000;

const bufferOver = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Why a task has no answer, for the user. */
const brokenRefusal = (answer: Answer): Failure =>
  refusal(answer.kind === 'took-too-long' ? 'took-too-long' : 'damaged');

const mayGoAsItIs = ({ format, bytes }: FileHead, { treatment }: PageRequest): boolean =>
  format.kind === 'picture' && fitsTheService(bytes) && isUntreated(treatment);

/** A file that may go byte for byte: looked at here, since all that takes long is done by libvips on its threads. */
const prepareAsItIs = async (path: string): Promise<Result<PreparedPicture | 'has-to-be-made', Failure>> => {
  const read = await readWholeFile(path);
  if (!read.ok) return read;
  const { format, bytes } = read.value;
  return format.kind === 'picture' ? prepareSendable(bytes, format.encoding) : success('has-to-be-made');
};

const hasOnePage = ({ format }: FileHead): boolean =>
  format.kind === 'picture' || (format.kind === 'convertible' && format.name !== 'tiff');

export const createIntake = ({
  threads = usualPoolSize(),
  limitMs = maxPageMs,
}: IntakeOptions = {}): Intake => {
  const pool = createPool({ size: threads, limitMs, idleMs, address: workerAddress() });

  const prepareInWorker = async (request: PageRequest): Promise<Result<PreparedPicture, Failure>> => {
    const answer = await pool.run({ kind: 'prepare', request });
    if (answer.kind !== 'prepare') return failed(brokenRefusal(answer));
    const { value } = answer;
    return value.ok ? success({ ...value.value, bytes: bufferOver(value.value.bytes) }) : value;
  };

  return {
    pagesOf: async (path, password) => {
      const head = await readFileHead(path);
      if (!head.ok) return head;
      if (hasOnePage(head.value)) return success(1);
      const answer = await pool.run({ kind: 'count', path, password });
      return answer.kind === 'count' ? answer.value : failed(brokenRefusal(answer));
    },
    prepare: async (request) => {
      const head = await readFileHead(request.path);
      if (!head.ok) return head;
      if (!mayGoAsItIs(head.value, request)) return prepareInWorker(request);
      const prepared = await prepareAsItIs(request.path);
      if (!prepared.ok) return prepared;
      return prepared.value === 'has-to-be-made' ? prepareInWorker(request) : success(prepared.value);
    },
    best: async (request) => {
      const answer = await pool.run({ kind: 'best', request });
      return answer.kind === 'best' && answer.value ? bufferOver(answer.value) : null;
    },
    thumbnail: async (picture, encoding) => {
      // libvips has threads of its own; what decodes a BMP would stand in everybody's way here.
      if (encoding !== 'bmp') return makeThumbnail(picture, encoding);
      const answer = await pool.run({ kind: 'thumbnail', bytes: picture, encoding });
      return answer.kind === 'thumbnail' && answer.value ? bufferOver(answer.value) : null;
    },
    qrTexts: async (path, { encoding, bytes }) => {
      const answer = await pool.run({ kind: 'qr', path, bytes, encoding });
      return answer.kind === 'qr' ? answer.value : [];
    },
    close: pool.close,
  };
};
