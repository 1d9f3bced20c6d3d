import { failed, success, type Result } from '../../../shared/result.ts';
import { zipOf, type ZipEntry } from '../../formats/zip/write-zip.ts';
import { listFailure, type ListFailure } from './list-failure.ts';
import { unpackEntry } from '../../formats/zip/unpack-entry.ts';

/** Limits of a workbook; exports of the tax bureau are far below them. */
export const workbookLimits = {
  fileBytes: 64 * 1024 * 1024,
  unpackedBytes: 192 * 1024 * 1024,
  entries: 2_000,
  rows: 200_000,
  columns: 256,
} as const;

/** The parts that contain cells; pictures, macros and links are never read. */
const wanted =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/(?:_rels\/)?[^/]+\.(?:xml|rels)|xl\/worksheets\/[^/]+\.xml)$/i;

const refusedXml = /<!DOCTYPE|<!ENTITY/i;

const columnOf = (letters: string): number =>
  Array.from(letters, (letter) => letter.charCodeAt(0) - 64).reduce(
    (column, digit) => column * 26 + digit,
    0,
  );

/** The position that a row or a cell states, as written: `104857&#54;` is a number only after decoding. */
const referenceIn = (attributes: string): string | null =>
  /(?:^|\s)r\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes)?.slice(1).join('') ?? null;

/**
 * Checks the extent of a sheet's cells. A file can claim a cell in the far corner, and a library would create
 * all rows before it.
 */
const isWithinLimits = (xml: string): boolean => {
  let rows = 0;
  for (const [, attributes = ''] of xml.matchAll(/<(?:\w+:)?row\b([^>]*)>/g)) {
    rows += 1;
    const stated = referenceIn(attributes);
    if (stated !== null && !/^\d+$/.test(stated)) return false;
    if (rows > workbookLimits.rows || Number(stated ?? rows) > workbookLimits.rows) return false;
  }
  for (const [, attributes = ''] of xml.matchAll(/<(?:\w+:)?c\b([^>]*)>/g)) {
    const stated = referenceIn(attributes);
    if (stated === null) continue;
    const cell = /^([A-Za-z]+)(\d+)$/.exec(stated);
    if (!cell) return false;
    const isNear = columnOf((cell[1] ?? '').toUpperCase()) <= workbookLimits.columns;
    if (!isNear || Number(cell[2]) > workbookLimits.rows) return false;
  }
  return true;
};

const whyRefused = (name: string, bytes: Buffer): ListFailure | null => {
  // Only UTF-8 is inspected: another encoding could hide forbidden content.
  if (bytes.includes(0)) return listFailure('damaged');
  const xml = bytes.toString('utf8');
  if (refusedXml.test(xml)) return listFailure('forbidden-xml');
  if (!/^xl\/worksheets\//i.test(name)) return null;
  return isWithinLimits(xml) ? null : listFailure('too-many-rows');
};

const isOldOffice = (bytes: Buffer): boolean => bytes.readUInt32BE(0) === 0xd0cf11e0;
const isZip = (bytes: Buffer): boolean => bytes.readUInt32BE(0) === 0x504b0304;

/**
 * The parts of a workbook that contain cells, as a plain zip. They are unpacked within limits and inspected,
 * so that a library can read them safely.
 */
export const safeWorkbook = async (bytes: Buffer): Promise<Result<Buffer, ListFailure>> => {
  if (bytes.length < 4) return failed(listFailure('not-a-workbook'));
  if (isOldOffice(bytes)) return failed(listFailure('old-format'));
  if (!isZip(bytes)) return failed(listFailure('not-a-workbook'));
  if (bytes.length > workbookLimits.fileBytes) return failed(listFailure('too-large'));
  const { fromBufferPromise } = await import('yauzl');
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    if (zip.entryCount > workbookLimits.entries) return failed(listFailure('too-large'));
    const parts: ZipEntry[] = [];
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName;
      if (!wanted.test(name)) continue;
      unpacked += entry.uncompressedSize;
      if (unpacked > workbookLimits.unpackedBytes) return failed(listFailure('too-large'));
      const content = await unpackEntry(zip, entry);
      const refused = whyRefused(name, content);
      if (refused) return failed(refused);
      parts.push({ name, bytes: content });
    }
    const isWorkbook = parts.some(({ name }) => /^xl\/workbook\.xml$/i.test(name));
    return isWorkbook ? success(zipOf(parts)) : failed(listFailure('not-a-workbook'));
  } catch {
    return failed(listFailure('damaged'));
  }
};
