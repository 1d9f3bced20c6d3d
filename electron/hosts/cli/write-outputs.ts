import type { ExportForm } from '../../../shared/contract/export/record.ts';
import type { Language } from '../../../shared/language.ts';
import type { ExportPage } from '../../export/export-page.ts';
import { codeOf, isSystemError, reasonOf, writeTexts } from '../../export/write-failure.ts';
import type { PictureStore } from '../../store/pictures/picture-store.ts';
import type { RecognizeCommand } from './arguments.ts';
import { pageLine } from './page-line.ts';
import { runTexts } from '../../../shared/texts/command-line.ts';
import type { Streams } from './streams.ts';

type Content = string | Uint8Array | Iterable<Uint8Array>;

/** Where a result is now, null where it is nowhere; and what there is to say of it. */
type Delivered = { readonly at: string | null; readonly fault: string | null };

/** A disk that is full behind standard output is an expected failure. */
const toStandardOutput = async (
  content: Content,
  streams: Streams,
  language: Language,
): Promise<Delivered> => {
  try {
    await streams.out(content);
    return { at: '-', fault: null };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const { message } = writeTexts[reasonOf(codeOf(error), 'temporary')];
    return {
      at: null,
      fault: `${runTexts[language].standardOutput}: ${message[language]} (${codeOf(error)})`,
    };
  }
};

/** Writes a result to its file, or to standard output. */
const deliver = async (
  path: string,
  content: Content,
  streams: Streams,
  language: Language,
): Promise<Delivered> => {
  if (path === '-') return await toStandardOutput(content, streams, language);
  const { writeFileWhole } = await import('../../export/write-file.ts');
  // Whole, so that it can be written once more.
  const whole =
    typeof content === 'string' || content instanceof Uint8Array ? content : Buffer.concat([...content]);
  const written = await writeFileWhole(path, whole);
  if (written.ok) return { at: path, fault: null };
  const { message, remedy, said, otherPath } = written.failure;
  // What was read was paid for: where a file can't be replaced it is written beside it, as the window offers.
  const beside = otherPath === null ? null : await writeFileWhole(otherPath, whole);
  const at = beside?.ok ? beside.value.path : null;
  const end = at === null ? remedy[language] : runTexts[language].beside(at);
  return { at, fault: `${path}: ${message[language]} (${said}). ${end}` };
};

const csvOf = async (command: RecognizeCommand, pages: readonly ExportPage[]): Promise<Content> => {
  const { facesToCsv, invoicesToCsv } = await import('../../export/csv.ts');
  const { language, encoding, points, attributes } = command;
  return command.service === 'vat-invoice'
    ? invoicesToCsv(pages, { language, encoding })
    : facesToCsv(pages, { language, encoding, points, attributes });
};

export type WhatWasRead = {
  /** Names of the annotated pictures, one a page. */
  readonly names: readonly string[];
  /** One a name; null for what has no page. */
  readonly ends: readonly (ExportPage | null)[];
  readonly pictures: PictureStore;
  /** Told of each output that was written. */
  readonly onWritten: (written: WrittenOutput) => void;
};

/** An output that is there: as what, where (null for standard output), and how many pages are in it. */
export type WrittenOutput = {
  readonly form: ExportForm;
  readonly path: string | null;
  readonly pages: number;
};

/** Writes what the command line asks for. Returns why some of it was not written, a line each. */
export const writeOutputs = async (
  command: RecognizeCommand,
  { names, ends, pictures, onWritten }: WhatWasRead,
  streams: Streams,
): Promise<readonly string[]> => {
  const { outputs, language, encoding } = command;
  const pages = ends.filter((page) => page !== null);
  const faults: string[] = [];
  const deliverOne = async (path: string, content: Content): Promise<string | null> => {
    const { at, fault } = await deliver(path, content, streams, language);
    if (fault !== null) faults.push(fault);
    return at;
  };
  const write = async (form: ExportForm, path: string, content: Content): Promise<void> => {
    const at = await deliverOne(path, content);
    if (at !== null) onWritten({ form, path: at === '-' ? null : at, pages: pages.length });
  };
  if (outputs.csv !== null) await write('csv', outputs.csv, await csvOf(command, pages));
  if (outputs.linesCsv !== null) {
    const { linesToCsv } = await import('../../export/csv.ts');
    await write('lines-csv', outputs.linesCsv, linesToCsv(pages, { language, encoding }));
  }
  if (outputs.xlsx !== null) {
    const { invoicesToXlsx } = await import('../../export/xlsx.ts');
    await write('xlsx', outputs.xlsx, await invoicesToXlsx(pages, { language }));
  }
  if (outputs.json !== null) {
    const { pagesToJson } = await import('../../export/json.ts');
    await write('json', outputs.json, pagesToJson(pages, language));
  }
  if (outputs.annotate !== null) {
    const { writeAnnotated } = await import('./annotated.ts');
    let drawn = 0;
    await writeAnnotated(outputs.annotate, names, ends, pictures, language, {
      write: async (path, content) => {
        if ((await deliverOne(path, content)) !== null) drawn += 1;
      },
      onUndrawn: (path) => faults.push(`${path}: ${runTexts[language].undrawn}`),
    });
    if (drawn > 0) onWritten({ form: 'annotated', path: outputs.annotate, pages: drawn });
  }
  const silent = Object.values(outputs).every((output) => output === null);
  if (silent) await deliverOne('-', pages.map((page) => `${pageLine(page, language)}\n`).join(''));
  return faults;
};
