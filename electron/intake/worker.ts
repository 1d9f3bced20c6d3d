import { parentPort } from 'node:worker_threads';
import { failed, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { makeBest } from './best-picture.ts';
import { countPages, prepareFile } from './prepare-file.ts';
import { qrTexts } from './qr.ts';
import { refusal } from './refusal.ts';
import type { Answer, Task } from './tasks.ts';

/**
 * The thread that decodes, renders and scales: what hangs or dies here is ended by the pool, and nothing else is
 * harmed. One task at a time.
 */
const port = parentPort;
if (!port) throw new Error('Only a worker thread can run this');

// Warnings about what strangers wrote into their files are no news on our standard error.
globalThis.console.warn = () => {};

/** What a decoder throws on a hostile file is a damaged file, as far as the user is concerned. */
const orDamaged = async <Value>(work: Promise<Result<Value, Failure>>): Promise<Result<Value, Failure>> => {
  try {
    return await work;
  } catch (error) {
    return failed(refusal('damaged', error instanceof Error ? error.message : null));
  }
};

const answerTo = async (task: Task): Promise<Answer> => {
  switch (task.kind) {
    case 'prepare':
      return { kind: 'prepare', value: await orDamaged(prepareFile(task.request)) };
    case 'count':
      return { kind: 'count', value: await orDamaged(countPages(task)) };
    case 'best':
      return { kind: 'best', value: await makeBest(task.request) };
    case 'qr':
      return { kind: 'qr', value: await qrTexts(Buffer.from(task.bytes), task.encoding) };
    default:
      return task satisfies never;
  }
};

const work = async (task: Task): Promise<void> => {
  const answer = await answerTo(task);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  port.postMessage(answer);
};

port.on('message', (task: Task) => void work(task));
