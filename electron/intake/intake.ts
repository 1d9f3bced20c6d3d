import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { failureOf } from '../../shared/services/failures.ts';
import type { ImageEncoding } from '../../shared/services/service.ts';
import { createProcessDecoder, createThreadDecoder, usualThreads, type StartDecoder } from './decode-pool.ts';
import { largeFileBytes, maxPageMs } from './limits.ts';
import { createDocumentTurn } from './document-turn.ts';
import type { BestRequest, PageRequest, PreparedPicture } from './page-request.ts';
import { readFileHead, readWholeFile, type ReadHead } from './read-file.ts';
import { mayHoldData, type DigitalFile } from './read-digital.ts';
import type { PageInk } from '../formats/pictures/blank-page.ts';
import { refusal } from '../formats/refusal.ts';
import { sha256Aside, bufferOver } from '../infra/bytes.ts';
import type { PlacesRequest, SeenPlace } from './seen-places.ts';
import { documentPathOf, type Task, type TaskResult } from './tasks.ts';

export type { PageInk };

/** From files to sent pictures. Decoding runs in a separate process or thread, started on first use. */
export type Intake = {
  /** The number of pages of a file. A plain picture is not opened for it. */
  readonly pagesOf: (path: string, password: string | null) => Promise<Result<number, Failure>>;
  readonly prepare: (request: PageRequest) => Promise<Result<PreparedPicture, Failure>>;
  /** A page in the best quality for the screen, framed like the sent picture; null if the file is missing. */
  readonly best: (request: BestRequest) => Promise<Buffer | null>;
  /** The invoices in a file's own data, extracted locally; null if it has no data (a picture, a scan). */
  readonly readDigital: (
    path: string,
    password: string | null,
  ) => Promise<Result<DigitalFile | null, Failure>>;
  /** A small WebP of a prepared picture for the list; null if it can't be decoded. */
  readonly thumbnail: (picture: Buffer, encoding: ImageEncoding) => Promise<Buffer | null>;
  /** The texts of the QR codes on a stored picture; null if it is missing or incomplete. */
  readonly qrTexts: (
    path: string,
    picture: { readonly encoding: ImageEncoding; readonly bytes: number },
  ) => Promise<readonly string[] | null>;
  /** Whether a stored picture is blank, and how far its ink reaches; null if it is missing or can't be decoded. */
  readonly inkOn: (path: string, picture: { readonly bytes: number }) => Promise<PageInk | null>;
  /**
   * Whether the text at each place of a page of a PDF or OFD can be seen: the drawn page changes there without its text.
   * Null if the file changed or can't be drawn.
   */
  readonly seenPlaces: (request: PlacesRequest) => Promise<readonly SeenPlace[] | null>;
  /** Starts the reader of files, which are about to arrive. */
  readonly warm: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type IntakeOptions = {
  /** Maximum number of worker threads. */
  readonly threads?: number;
  /** Time limit of a page in worker threads, in milliseconds. */
  readonly limitMs?: number;
  /**
   * Has one large document open at a time, and not for long without use: for a process that many users share. By default
   * each thread has one open.
   */
  readonly spares?: boolean | undefined;
  /**
   * Starts a decoder process. Without it, threads of this process decode, and a crash there ends this
   * process.
   */
  readonly startDecoder?: StartDecoder | undefined;
};

/** The failure shown to the user if a task has no result. */
const brokenRefusal = (answer: TaskResult): Failure =>
  refusal(answer.kind === 'took-too-long' ? 'took-too-long' : 'decoder-died');

/** The bytes of a file that is sent unchanged; null if it changed since it was inspected. */
const bytesAsTheyAre = async (path: string, sha256: string): Promise<Buffer | null> => {
  const read = await readWholeFile(path);
  return read.ok && (await sha256Aside(read.value.bytes)) === sha256 ? read.value.bytes : null;
};

const documentBytesOf = ({ format, bytes }: ReadHead): number | null => (mayHoldData(format) ? bytes : null);

/** The large document that a task opens; null if it opens none. */
const largeDocumentOf = (task: Task): string | null => {
  const bytes = 'documentBytes' in task ? task.documentBytes : task.kind === 'read' ? task.bytes : null;
  return bytes !== null && bytes > largeFileBytes ? documentPathOf(task) : null;
};

const hasOnePage = ({ format }: ReadHead): boolean =>
  format.kind === 'picture' || (format.kind === 'convertible' && format.name !== 'tiff');

export const createIntake = ({
  threads = usualThreads(),
  limitMs = maxPageMs,
  spares = false,
  startDecoder,
}: IntakeOptions = {}): Intake => {
  const { run, close } = startDecoder
    ? createProcessDecoder(startDecoder, 2 * threads)
    : createThreadDecoder({ threads, limitMs });
  const turn = createDocumentTurn();
  const pool = {
    run: (task: Task): Promise<TaskResult> => {
      const path = spares ? largeDocumentOf(task) : null;
      return path === null ? run(task) : turn.run(path, () => run({ ...task, holds: true }));
    },
    close,
  };

  const prepare = async (
    request: PageRequest,
    head: ReadHead,
    again = true,
  ): Promise<Result<PreparedPicture, Failure>> => {
    const answer = await pool.run({ kind: 'prepare', request, documentBytes: documentBytesOf(head) });
    if (answer.kind !== 'prepare') return failed(brokenRefusal(answer));
    const { value } = answer;
    if (!value.ok) return value;
    const { bytes, ...rest } = value.value;
    if (bytes) return success({ ...rest, bytes: bufferOver(bytes) });
    const own = await bytesAsTheyAre(request.path, rest.originalSha256);
    if (own) return success({ ...rest, bytes: own });
    return again ? prepare(request, head, false) : failed(failureOf('changed'));
  };

  return {
    pagesOf: async (path, password) => {
      const head = await readFileHead(path);
      if (!head.ok) return head;
      if (hasOnePage(head.value)) return success(1);
      const documentBytes = documentBytesOf(head.value);
      const answer = await pool.run({ kind: 'count', path, password, documentBytes });
      return answer.kind === 'count' ? answer.value : failed(brokenRefusal(answer));
    },
    prepare: async (request) => {
      const head = await readFileHead(request.path);
      return head.ok ? prepare(request, head.value) : head;
    },
    best: async (request) => {
      const head = await readFileHead(request.path);
      if (!head.ok) return null;
      const answer = await pool.run({ kind: 'best', request, documentBytes: documentBytesOf(head.value) });
      return answer.kind === 'best' && answer.value ? bufferOver(answer.value) : null;
    },
    readDigital: async (path, password) => {
      const head = await readFileHead(path);
      if (!head.ok) return head;
      if (!mayHoldData(head.value.format)) return success(null);
      const answer = await pool.run({ kind: 'read', path, password, bytes: head.value.bytes });
      return answer.kind === 'read' ? answer.value : failed(brokenRefusal(answer));
    },
    thumbnail: async (picture, encoding) => {
      const answer = await pool.run({ kind: 'thumbnail', bytes: picture, encoding });
      return answer.kind === 'thumbnail' && answer.value ? bufferOver(answer.value) : null;
    },
    qrTexts: async (path, { encoding, bytes }) => {
      const answer = await pool.run({ kind: 'qr', path, bytes, encoding });
      return answer.kind === 'qr' ? answer.value : [];
    },
    inkOn: async (path, { bytes }) => {
      const answer = await pool.run({ kind: 'ink', path, bytes });
      return answer.kind === 'ink' ? answer.value : null;
    },
    seenPlaces: async (request) => {
      const head = await readFileHead(request.path);
      if (!head.ok) return null;
      const answer = await pool.run({ kind: 'seen', request, documentBytes: documentBytesOf(head.value) });
      return answer.kind === 'seen' ? answer.value : null;
    },
    warm: async () => {
      await pool.run({ kind: 'warm' });
    },
    close: pool.close,
  };
};
