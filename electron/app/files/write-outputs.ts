import { join } from 'node:path';
import type { ExportForm } from '../../../shared/contract/export/record.ts';
import type { Language } from '../../../shared/language.ts';
import type { ExportPage } from '../../export/export-page.ts';
import {
  encodeStream,
  type ExportFacts,
  type PageEncoder,
  encoderFor,
  type FileRequest,
} from '../../export/page-encoder.ts';
import { isSystemError, reasonOf } from '../../infra/files/write-failure.ts';
import { writeTexts } from '../../../shared/texts/host-failures.ts';
import type { PictureStore } from '../../store/pictures/picture-store.ts';
import type { FilesRequest, Outputs } from './request.ts';
import { pageLine } from './page-line.ts';
import { runTexts } from '../../../shared/texts/command-line.ts';
import { there, type ResultPages } from './sheet-pages.ts';
import { codeOf } from '../../infra/error-code.ts';
import { joinSentences, withDetail } from '../../../shared/texts/phrases.ts';

type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Writes to standard output. Rejects if the disk behind it fails. */
export type StandardOutput = (content: Content) => Promise<void>;

/** The path of a result, null if it was not written, and a message about it. */
type Delivered = { readonly at: string | null; readonly failure: string | null };

/** A full disk behind standard output is an expected failure. */
const toStandardOutput = async (
  content: Content,
  standardOutput: StandardOutput,
  language: Language,
): Promise<Delivered> => {
  try {
    await standardOutput(content);
    return { at: '-', failure: null };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const { message } = writeTexts[reasonOf(codeOf(error), 'temporary')];
    return {
      at: null,
      failure: `${runTexts[language].standardOutput}: ${withDetail(message[language], codeOf(error), language)}`,
    };
  }
};

/**
 * Writes a result to its file, or to standard output.
 * @param again makes the same result once more, for another path
 */
export const deliver = async (
  path: string,
  content: Content,
  again: () => Content,
  standardOutput: StandardOutput,
  language: Language,
): Promise<Delivered> => {
  if (path === '-') return await toStandardOutput(content, standardOutput, language);
  const { writeFileWhole } = await import('../../infra/files/write-file.ts');
  const written = await writeFileWhole(path, content);
  if (written.ok) return { at: path, failure: null };
  const { message, remedy, detail, otherPath } = written.failure;
  // Extractions may have been billed. If a file can't be replaced, write under another name, as the window
  // does.
  const beside = otherPath === null ? null : await writeFileWhole(otherPath, again());
  const at = beside?.ok ? beside.value.path : null;
  const end = at === null ? remedy[language] : runTexts[language].beside(at);
  const line = joinSentences([withDetail(message[language], detail, language), end], language);
  return { at, failure: `${path}: ${line}` };
};

type WhatWasRead = {
  /** Names of the annotated pictures, one for each page. */
  readonly names: readonly string[];
  /** One for each name; null if a name has no page. */
  readonly pages: Pick<ResultPages, 'each' | 'facts'>;
  readonly pictures: PictureStore;
  /** Receives each page in order. */
  readonly onPage: (page: ExportPage) => void;
  /** Receives each output that was written. */
  readonly onWritten: (written: WrittenOutput) => Promise<void>;
};

/** A written output: its format, its path (null for standard output), and its number of pages. */
export type WrittenOutput = {
  readonly form: ExportForm;
  readonly path: string | null;
  readonly pages: number;
};

/** An output and its encoding; each write gets a new encoder. */
type Target = {
  readonly form: ExportForm | null;
  readonly path: string;
  readonly encoder: () => PageEncoder;
};

/** The outputs that are one file for all pages. */
const files = [
  ['csv', 'csv'],
  ['linesCsv', 'lines-csv'],
  ['xlsx', 'xlsx'],
  ['json', 'json'],
] as const satisfies readonly (readonly [keyof Outputs, FileRequest['format']])[];

const lineEncoder = (language: Language): PageEncoder => ({
  add: (page) => Buffer.from(`${pageLine(page, language)}\n`),
  end: () => [],
});

const targetsOf = async (request: FilesRequest, facts: ExportFacts): Promise<readonly Target[]> => {
  const { service, outputs, language, encoding, points, attributes } = request;
  const common = { service, layout: 'vouch', language, encoding, points, attributes } as const;
  const targets: Target[] = [];
  for (const [name, format] of files) {
    const path = outputs[name];
    if (path === null) continue;
    const encoder = await encoderFor({ ...common, format });
    targets.push({ form: format, path, encoder: () => encoder(facts) });
  }
  if (Object.values(outputs).every((output) => output === null))
    targets.push({ form: null, path: '-', encoder: () => lineEncoder(language) });
  return targets;
};

/** A target while pages are written to it. */
type Open = {
  readonly target: Target;
  readonly encoder: PageEncoder;
  readonly pieces: WritableStreamDefaultWriter<Uint8Array>;
  readonly delivered: Promise<Delivered>;
};

/** Resolves when the piece is taken. A target that has failed takes no more pieces; its result says why. */
const push = ({ pieces }: Open, piece: Uint8Array): Promise<void> => pieces.write(piece).catch(() => {});

/** Encodes each page for all targets. */
const writePages = async (
  opened: readonly Open[],
  pages: AsyncIterable<ExportPage>,
  onPage: (page: ExportPage) => void,
): Promise<void> => {
  for await (const page of pages) {
    onPage(page);
    for (const one of opened) {
      const piece = one.encoder.add(page);
      if (piece) await push(one, piece);
    }
  }
  for (const one of opened) {
    for (const piece of one.encoder.end()) await push(one, piece);
    await one.pieces.close().catch(() => {});
  }
};

/**
 * Writes all requested outputs in one pass: each page is derived once, and none is kept in memory. Returns
 * one line for each part that was not written.
 */
export const writeOutputs = async (
  request: FilesRequest,
  { names, pages, pictures, onPage, onWritten }: WhatWasRead,
  standardOutput: StandardOutput,
): Promise<readonly string[]> => {
  const { outputs, language } = request;
  const failures: string[] = [];
  let count = 0;

  const open = (target: Target): Open => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const again = (): AsyncIterable<Uint8Array> => encodeStream(there(pages.each()), target.encoder());
    const delivered = deliver(target.path, readable, again, standardOutput, language);
    // A file that can't be opened takes no pieces. A bug is handled after the pass.
    void Promise.allSettled([delivered]).then(() => readable.cancel().catch(() => {}));
    return { target, encoder: target.encoder(), pieces: writable.getWriter(), delivered };
  };

  const opened = (await targetsOf(request, pages.facts)).map(open);
  try {
    await writePages(opened, there(pages.each()), (page) => {
      count += 1;
      onPage(page);
    });
  } catch (error) {
    // No target may wait for the rest, or leave an incomplete file.
    await Promise.allSettled(opened.map(({ pieces }) => pieces.abort(error)));
    await Promise.allSettled(opened.map(({ delivered }) => delivered));
    throw error;
  }
  for (const { target, delivered } of opened) {
    const { at, failure } = await delivered;
    if (failure !== null) failures.push(failure);
    if (at !== null && target.form !== null)
      await onWritten({ form: target.form, path: at === '-' ? null : at, pages: count });
  }

  if (outputs.annotate !== null) {
    const { annotatedPictures } = await import('../export-commands.ts');
    let drawn = 0;
    for await (const { name, bytes } of annotatedPictures(named(names, pages.each()), pictures, language)) {
      const path = join(outputs.annotate, name);
      if (!bytes) {
        failures.push(`${path}: ${runTexts[language].notAnnotated}`);
        continue;
      }
      const { at, failure } = await deliver(path, [bytes], () => [bytes], standardOutput, language);
      if (failure !== null) failures.push(failure);
      if (at !== null) drawn += 1;
    }
    if (drawn > 0) await onWritten({ form: 'annotated', path: outputs.annotate, pages: drawn });
  }
  return failures;
};

/** The existing pages with the names of their pictures. */
const named = async function* (names: readonly string[], pages: AsyncIterable<ExportPage | null>) {
  let index = 0;
  for await (const page of pages) {
    const name = names[index];
    if (page && name !== undefined) yield { name, page };
    index += 1;
  }
};
