import { failed, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { handleTasks, type TaskTells } from '../infra/handle-tasks.ts';
import { closeLargePdf, holdLargePdf, letGoLargePdf, openKeptPdf } from './kept-pdf.ts';
import { readFileHead } from './read-file.ts';
import { makeBest } from './best-picture.ts';
import { loadPdfLibrary } from '../formats/pdf/pdf-document.ts';
import { countPages, prepareFile } from './prepare-file.ts';
import { inkOnPicture } from '../formats/pictures/blank-page.ts';
import { qrTextsIn } from '../formats/qr/find-qr.ts';
import { readDigital } from './read-digital.ts';
import { findSeen } from './seen-places.ts';
import { refusal } from '../formats/refusal.ts';
import { documentPathOf, type Task, type TaskResult } from './tasks.ts';
import { bufferOver } from '../infra/bytes.ts';
import type { ImageEncoding } from '../../shared/services/service.ts';
import { oneByOne } from './held-bytes.ts';
import { openSharp } from '../formats/pictures/open-sharp.ts';

/** Longest side of a thumbnail in pixels. */
const thumbnailSide = 320;

const fromBmp = async (bytes: Buffer): Promise<Buffer> => {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(bytes);
  const scale = Math.min(1, thumbnailSide / Math.max(image.width, image.height));
  const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = createCanvas(width ?? 1, height ?? 1);
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return await canvas.encode('webp', 80);
};

/** A small WebP of a prepared picture for the list; null if it can't be decoded. */
const makeThumbnail = async (bytes: Buffer, encoding: ImageEncoding): Promise<Buffer | null> => {
  try {
    if (encoding === 'bmp') return await fromBmp(bytes);
    const picture = await openSharp(bytes);
    return await oneByOne(await picture.metadata(), () =>
      picture
        .resize({ width: thumbnailSide, height: thumbnailSide, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer(),
    );
  } catch {
    return null;
  }
};

/**
 * The thread that decodes, renders and scales. The pool ends it if it hangs; a crash harms nothing else. It
 * runs one task at a time, except that the next page is rendered while libvips encodes the last one on its
 * own threads.
 */

// Warnings about the content of untrusted files do not belong on standard error.
globalThis.console.warn = () => {};

/** An exception of a decoder on a hostile file means a damaged file to the user. */
const orDamaged = async <Value>(work: Promise<Result<Value, Failure>>): Promise<Result<Value, Failure>> => {
  try {
    return await work;
  } catch (error) {
    return failed(refusal('damaged', error instanceof Error ? error.message : null));
  }
};

/** A picture in a PDF takes memory that text does not. The file stays open for the task. */
const tellPictures = async (path: string, password: string | null, tells: TaskTells): Promise<void> => {
  const head = await readFileHead(path);
  if (!head.ok || head.value.format.kind !== 'pdf') return;
  const opened = await openKeptPdf(path, password);
  if (opened.ok && opened.value.pictureBytes > 0) tells.needsBytes(opened.value.pictureBytes);
};

const answerTo = async (task: Task, tells: TaskTells): Promise<TaskResult> => {
  switch (task.kind) {
    case 'prepare':
      await tellPictures(task.request.path, task.request.password, tells);
      return { kind: 'prepare', value: await orDamaged(prepareFile(task.request, tells.leavesRoom)) };
    case 'count':
      return { kind: 'count', value: await orDamaged(countPages(task)) };
    case 'best':
      await tellPictures(task.request.path, task.request.password, tells);
      return { kind: 'best', value: await makeBest(task.request) };
    case 'read':
      return { kind: 'read', value: await orDamaged(readDigital(task)) };
    case 'thumbnail':
      return { kind: 'thumbnail', value: await makeThumbnail(bufferOver(task.bytes), task.encoding) };
    case 'warm':
      // Closing takes longer than everything else, so the response does not wait for it.
      void loadPdfLibrary();
      return { kind: 'warm' };
    case 'ink':
      return { kind: 'ink', value: await inkOnPicture(task) };
    case 'seen':
      return { kind: 'seen', value: await findSeen(task.request) };
    case 'qr':
      return { kind: 'qr', value: await qrTextsIn(task) };
    default:
      return task satisfies never;
  }
};

/** A held document is closed if no page of it is requested for this time, in milliseconds. */
const heldMs = 5_000;

handleTasks<Task, TaskResult>(async (task, tells) => {
  const path = task.holds ? documentPathOf(task) : null;
  if (path === null) return { value: await answerTo(task, tells) };
  await holdLargePdf(path);
  // It is read as a whole, and then opened: never two copies at once.
  if (task.kind === 'read') await closeLargePdf(() => true);
  try {
    return { value: await answerTo(task, tells) };
  } finally {
    letGoLargePdf(heldMs);
  }
});
