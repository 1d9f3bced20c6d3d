import { imagePoint, type ImagePoint, type Quad } from '../geometry.ts';
import { failed, success, type Result } from '../result.ts';
import {
  integerOf,
  isJsonObject,
  isMissing,
  longestText,
  numberOf,
  textOf,
  type JsonObject,
} from './guards.ts';
import type { DecodedInvoice, Region, TextBlock, TextLine } from './regions.ts';
import { memberMissing, type ResponseDefect } from './failure.ts';

/**
 * Parses the decoded text of an invoice response (vat-invoice.md, Decoded text). Hand-written for speed:
 * batches have thousands of pages, with a hundred nodes per region. Tests compare it with the schemas of
 * vat-invoice.ts.
 */
export const readInvoiceText = (text: unknown): Result<DecodedInvoice, ResponseDefect> => {
  if (!isJsonObject(text)) return failed(memberMissing('error_code'));
  const refused = codeFailure(text, 'service-code', true);
  if (refused) return failed(refused);
  if (!Array.isArray(text.object_list)) return failed(memberMissing('object_list'));
  // The service supports only one target: a response without it has no result.
  const target: unknown = text.object_list[0];
  if (!isJsonObject(target)) return failed(memberMissing('object_list[0]'));
  const read = readTarget(target, shortTextOf(text.engine_version));
  const targets = Math.max(text.object_list.length, integerOf(text.object_count) ?? 0);
  return read.ok && targets > 1 ? success({ ...read.value, targets }) : read;
};

const readTarget = (
  target: JsonObject,
  engineVersion: string | null,
): Result<DecodedInvoice, ResponseDefect> => {
  const refused = codeFailure(target, 'object-code', false);
  if (refused) return failed(refused);
  if (!Array.isArray(target.region_list)) return failed(memberMissing('object_list[0].region_list'));
  const leftOut: string[] = [];
  const regions: Region[] = [];
  let length = 0;
  for (const [index, entry] of target.region_list.entries()) {
    const path = `region_list[${index}]`;
    const region = isJsonObject(entry) ? readRegion(entry, index, path, leftOut) : null;
    length += region ? lengthOf(region) : 0;
    if (region && length <= mostText) regions.push(region);
    else leftOut.push(path);
  }
  noteCount(target.region_count, target.region_list, 'region_list', leftOut);
  return success({
    ...(leftOut.length > 0 ? { leftOut } : {}),
    engineVersion,
    description: shortTextOf(target.description),
    width: numberOf(target.width),
    height: numberOf(target.height),
    regions,
  });
};

/** A text, with one character more than a value may have at most: so that a cut value can be told from a whole one. */
const shortTextOf = (value: unknown): string | null => {
  const text = textOf(value);
  return text !== null && text.length > longestText ? text.slice(0, longestText + 1) : text;
};

/** Characters of text in a reply, and what each line adds to it. A full page has some thousands. */
const mostText = 2_000_000;
const lineLength = 100;

const lengthOf = ({ blocks }: Region): number => {
  let length = lineLength;
  for (const { value, lines } of blocks) {
    length += lineLength + (value?.length ?? 0);
    for (const { text } of lines) length += lineLength + text.length;
  }
  return length;
};

/** `error_code` other than 0, or a required code that is missing. */
const codeFailure = (
  holder: JsonObject,
  reason: 'service-code' | 'object-code',
  needed: boolean,
): ResponseDefect | null => {
  if (isMissing(holder.error_code) && !needed) return null;
  const code = integerOf(holder.error_code);
  if (code === null)
    return memberMissing(reason === 'service-code' ? 'error_code' : 'object_list[0].error_code');
  return code === 0 ? null : { reason, code, detail: shortTextOf(holder.error_msg) };
};

/** The service states the count: a shorter list was cut. */
const noteCount = (declared: unknown, list: readonly unknown[], path: string, leftOut: string[]): void => {
  const missing = (integerOf(declared) ?? 0) - list.length;
  if (missing > 0) leftOut.push(`${path}[${list.length}…]`);
};

const readRegion = (region: JsonObject, index: number, path: string, leftOut: string[]): Region => {
  const type = shortTextOf(region.type);
  const where = `${path}.text_block_list`;
  const blocks = readEntries(region.text_block_list, where, leftOut, (block, place) =>
    isJsonObject(block) ? readBlock(block, type, place, leftOut) : null,
  );
  if (Array.isArray(region.text_block_list))
    noteCount(region.text_block_count, region.text_block_list, where, leftOut);
  return {
    id: shortTextOf(region.id) ?? String(index),
    type: type ?? blocks[0]?.key ?? '',
    quad: readQuad(region.position),
    blocks,
  };
};

const readBlock = (
  block: JsonObject,
  regionType: string | null,
  path: string,
  leftOut: string[],
): TextBlock => {
  const where = `${path}.text_sent_list`;
  const lines = readEntries(linesOf(block.text_sent_list), where, leftOut, readLine);
  if (Array.isArray(block.text_sent_list))
    noteCount(block.text_sent_count, block.text_sent_list, where, leftOut);
  const value = shortTextOf(
    textOf(block.value) ?? (lines.length > 0 ? lines.map(({ text }) => text).join('\n') : null),
  );
  // 1 is recognized, 0 is not; without a flag, a value counts as recognized.
  const flag = block.ocr_flag === false ? 0 : integerOf(block.ocr_flag);
  const recognized = isMissing(block.ocr_flag) ? value !== null : flag !== 0;
  return {
    key: shortTextOf(block.key) ?? shortTextOf(block.class) ?? regionType ?? '',
    value: recognized ? value : null,
    recognized,
    quad: readQuad(block.position),
    lines,
  };
};

/** A line, or just its text. */
const readLine = (line: unknown): TextLine | null => {
  if (typeof line === 'string')
    return { text: shortTextOf(line) ?? '', quad: null, angle: null, score: null };
  if (!isJsonObject(line)) return null;
  return {
    text: shortTextOf(line.text) ?? '',
    quad: readQuad(line.position),
    angle: numberOf(line.angle),
    score: numberOf(line.score),
  };
};

/** Members of a line (vat-invoice.md, text_sent_list). */
const lineMembers = ['text', 'position', 'angle', 'score', 'char_count', 'det_score', 'image_data'];

const numberIn = (key: string): number => Number(/\d+/.exec(key)?.[0] ?? NaN);

/**
 * The document declares the lines as an object and shows a list. An object with the members of a line is one
 * line. Otherwise its members are the lines, ordered by number (`{"0": …}`, `{"text_sent_1": …}`).
 */
const linesOf = (list: unknown): unknown => {
  if (!isJsonObject(list) || lineMembers.some((member) => member in list)) return list;
  const entries = Object.entries(list);
  const isNumbered = entries.every(([key]) => Number.isFinite(numberIn(key)));
  if (isNumbered) entries.sort(([one], [other]) => numberIn(one) - numberIn(other));
  return entries.map(([, line]) => line);
};

/** A list, a single entry instead of a list, or nothing. An unreadable entry is left out and noted. */
const readEntries = <Item>(
  list: unknown,
  path: string,
  leftOut: string[],
  readEntry: (entry: unknown, path: string) => Item | null,
): readonly Item[] => {
  if (isMissing(list)) return [];
  const entries: readonly unknown[] = Array.isArray(list) ? list : [list];
  const items: Item[] = [];
  for (const [index, entry] of entries.entries()) {
    const place = `${path}[${index}]`;
    const item = readEntry(entry, place);
    if (item === null) leftOut.push(place);
    else items.push(item);
  }
  return items;
};

/** Corners in drawing order; null if the position is missing or incomplete. */
const readQuad = (position: unknown): Quad | null => {
  if (!isJsonObject(position)) return null;
  const tl = readCorner(position.tl_point);
  const tr = readCorner(position.tr_point);
  const br = readCorner(position.br_point);
  const bl = readCorner(position.bl_point);
  return tl && tr && br && bl ? [tl, tr, br, bl] : null;
};

const readCorner = (corner: unknown): ImagePoint | null => {
  if (!isJsonObject(corner)) return null;
  const x = numberOf(corner.x);
  const y = numberOf(corner.y);
  return x === null || y === null ? null : imagePoint(x, y);
};
