import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { PaddleOcrService } from 'paddleocr';
import sharp from 'sharp';
import { createLineReader } from '../../electron/extract/local/engine/reader-pool.ts';
import { readerAddress } from '../../electron/extract/local/engine/node-reader.ts';
import { loadModels, type Models } from '../../electron/extract/local/engine/models.ts';
import { openPicture } from '../../electron/extract/local/engine/open-picture.ts';
import { readPicture } from '../../electron/extract/local/engine/read-picture.ts';
import { loadWeights, weightsFolder, type Weights } from '../../electron/extract/local/engine/weights.ts';
import { startNodeProcess } from '../../electron/infra/node-process.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import type { BenchRow } from './row.ts';

/** A scan of a paper form, and a page of a digital invoice. */
const samples = ['special-paper.jpg', 'digital-special.png'];
const [rounds, pages, mostMb] = [3, 200, 650];

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

type Call = (models: Models) => Promise<unknown>;

/** Keeps a copy of each input of the networks, to run them again without anything else. */
const recording = (models: Models, calls: Call[]): Models => ({
  keys: models.keys,
  detect: async (planes, width, height) => {
    const copy = planes.slice();
    calls.push((bare) => bare.detect(copy, width, height));
    return models.detect(planes, width, height);
  },
  recognize: async (planes, width) => {
    const copy = planes.slice();
    calls.push((bare) => bare.recognize(copy, width));
    return models.recognize(planes, width);
  },
  isUpsideDown: async (planes) => {
    const copy = planes.slice();
    calls.push((bare) => bare.isUpsideDown(copy));
    return models.isUpsideDown(planes);
  },
});

const pinned = async (): Promise<Weights> => {
  const weights = await loadWeights(weightsFolder());
  if (!weights.ok) throw new Error(weights.failure.reason);
  return weights.value;
};

const loaded = async (): Promise<Models> => {
  const models = await loadModels(await pinned());
  if (!models.ok) throw new Error(models.failure.reason);
  return models.value;
};

const readWith = async (models: Models, path: string): Promise<number> => {
  const opened = await openPicture({ path });
  if (!opened.ok) throw new Error(opened.failure.reason);
  const read = await readPicture(models, opened.value, () => false);
  if (!read.ok) throw new Error(read.failure.reason);
  return read.value.lines.length;
};

/** Reads a page, and returns the number of its lines. */
type ReadPage = (path: string) => Promise<number>;

/** A session with the defaults of the runtime. */
const create = async (model: ArrayBuffer) => {
  const session = await InferenceSession.create(model);
  const run = (feeds: Readonly<Record<string, unknown>>) =>
    session.run(
      Object.fromEntries(
        Object.entries(feeds).flatMap(([name, given]) => (given instanceof Tensor ? [[name, given]] : [])),
      ),
    );
  const { inputNames, outputNames } = session;
  return { inputNames, outputNames, run };
};

/** The package `paddleocr` on the same weights, used as its guide says: with the defaults of the runtime, and its own. */
const openPeer = async (): Promise<ReadPage> => {
  const { detection, recognition, keys } = await pinned();
  const peer = await PaddleOcrService.createInstance({
    ort: { Tensor, InferenceSession: { create } },
    detection: { modelBuffer: Uint8Array.from(detection).buffer, channelOrder: 'bgr' },
    recognition: {
      modelBuffer: Uint8Array.from(recognition).buffer,
      channelOrder: 'bgr',
      charactersDictionary: ['', ...keys],
    },
  });
  return async (path) => {
    const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return (await peer.recognize({ data: new Uint8Array(data), width, height })).length;
  };
};

/** Processor time of a page beside that of the same tensors in bare sessions, and of the peer. */
const pageRows = async (models: Models, peer: ReadPage, name: string): Promise<readonly BenchRow[]> => {
  const path = `${projectFolder}/samples/${name}`;
  const calls: Call[] = [];
  const lines = await readWith(recording(models, calls), path);
  let [page, bare, other] = [Infinity, Infinity, Infinity];
  let peerLines = 0;
  for (let round = 0; round < rounds; round += 1) {
    const start = cpuMs();
    await readWith(models, path);
    const middle = cpuMs();
    for (const call of calls) await call(models);
    const end = cpuMs();
    peerLines = await peer(path);
    page = Math.min(page, middle - start);
    bare = Math.min(bare, end - middle);
    other = Math.min(other, cpuMs() - end);
  }
  const measured = `${Math.round(page)} ms`;
  return [
    {
      name: `${name}, ${lines} lines`,
      measured,
      floor: `bare sessions ${Math.round(bare)} ms`,
      ratio: page / bare,
      limit: 1.5,
    },
    {
      name: `${name}, beside the package paddleocr`,
      measured,
      floor: `${Math.round(other)} ms for ${peerLines} lines`,
      ratio: page / other,
      limit: 0.25,
    },
  ];
};

/** The highest resident memory so far of each child of this process, in bytes. Linux only. */
const peaksOfChildren = (): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        const [, parent] = /^PPid:\s+(\d+)/mu.exec(status) ?? [];
        const [, peak] = /^VmHWM:\s+(\d+) kB/mu.exec(status) ?? [];
        const [, now] = /^VmRSS:\s+(\d+) kB/mu.exec(status) ?? [];
        return Number(parent) === process.pid ? [Number(peak ?? now ?? 0) * 1024] : [];
      } catch {
        // The process has ended.
        return [];
      }
    });

/** Resident memory of one reading process over many pages of different shapes. */
const memoryRow = async (count: number): Promise<BenchRow> => {
  let started = 0;
  const reader = createLineReader({
    start: () => {
      started += 1;
      return startNodeProcess(readerAddress(), { MALLOC_ARENA_MAX: '2' });
    },
    processes: 1,
  });
  let most = 0;
  for (let page = 0; page < count; page += 1) {
    const bytes = await sharp(readFileSync(`${projectFolder}/samples/${samples[page % samples.length]}`))
      .resize({ width: 900 + ((page * 137) % 1500) })
      .rotate(page % 5 === 4 ? 90 : 0)
      .jpeg({ quality: 85 })
      .toBuffer();
    const reading = reader.read({ bytes });
    const isDone = reading.then(() => true);
    while (!(await Promise.race([isDone, wait(100, false)]))) most = Math.max(most, ...peaksOfChildren());
    most = Math.max(most, ...peaksOfChildren());
    const result = await reading;
    if (!result.ok) throw new Error(result.failure.reason);
  }
  await reader.close();
  const mb = most / 1e6;
  return {
    name: `most memory of a process over ${count} pages (${started} started)`,
    measured: `${Math.round(mb)} MB`,
    floor: `${mostMb} MB`,
    ratio: mb / mostMb,
    limit: 1,
  };
};

/** @param parts a number of pages for the measurement of memory */
export const run = async (parts: readonly string[] = []): Promise<BenchRow[]> => {
  const models = await loaded();
  const rows: BenchRow[] = [];
  const peer = await openPeer();
  for (const name of samples) rows.push(...(await pageRows(models, peer, name)));
  rows.push(await memoryRow(Number(parts[0] ?? pages)));
  return rows;
};
