import { imagePoint, type ImagePoint, type Quad } from '../geometry.ts';
import { failed, success, type Result } from '../result.ts';
import { isJsonObject, isMissing, numberOf, textOf, type JsonObject } from './guards.ts';
import type { InvoiceReading, Region, TextBlock, TextLine } from './regions.ts';
import { memberMissing, type ReplyProblem } from './reply-problem.ts';

/**
 * Reads the decoded text of an invoice answer (vat-invoice.md, Decoded text). Written by hand because a batch of
 * thousands has a hundred nodes a region; tests hold it to the schemas of vat-invoice.ts.
 */
export const readInvoiceText = (text: unknown): Result<InvoiceReading, ReplyProblem> => {
  if (!isJsonObject(text)) return failed(memberMissing('error_code'));
  const refused = codeProblem(text, 'service-code', true);
  if (refused) return failed(refused);
  if (!Array.isArray(text.object_list)) return failed(memberMissing('object_list'));
  // Only one target is supported: an answer without it has no result.
  const target: unknown = text.object_list[0];
  if (!isJsonObject(target)) return failed(memberMissing('object_list[0]'));
  return readTarget(target, textOf(text.engine_version));
};

const readTarget = (
  target: JsonObject,
  engineVersion: string | null,
): Result<InvoiceReading, ReplyProblem> => {
  const refused = codeProblem(target, 'object-code', false);
  if (refused) return failed(refused);
  if (!Array.isArray(target.region_list)) return failed(memberMissing('object_list[0].region_list'));
  const regions: Region[] = [];
  for (const [index, entry] of target.region_list.entries()) {
    const region = isJsonObject(entry) ? readRegion(entry, index) : null;
    if (!region) return failed(memberMissing(`object_list[0].region_list[${index}]`));
    regions.push(region);
  }
  return success({
    engineVersion,
    description: textOf(target.description),
    width: numberOf(target.width),
    height: numberOf(target.height),
    regions,
  });
};

/** `error_code` other than 0, or a code that is needed and not there. */
const codeProblem = (
  holder: JsonObject,
  reason: 'service-code' | 'object-code',
  needed: boolean,
): ReplyProblem | null => {
  const code = holder.error_code;
  if (isMissing(code) && !needed) return null;
  if (typeof code !== 'number' || !Number.isSafeInteger(code))
    return memberMissing(reason === 'service-code' ? 'error_code' : 'object_list[0].error_code');
  return code === 0 ? null : { reason, code, said: textOf(holder.error_msg) };
};

const readRegion = (region: JsonObject, index: number): Region | null => {
  const type = textOf(region.type);
  const blocks = readEntries(region.text_block_list, (block) => readBlock(block, type));
  if (!blocks) return null;
  return {
    id: textOf(region.id) ?? String(index),
    type: type ?? blocks[0]?.key ?? '',
    quad: readQuad(region.position),
    blocks,
  };
};

const readBlock = (block: JsonObject, regionType: string | null): TextBlock | null => {
  const lines = readEntries(block.text_sent_list, readLine);
  if (!lines) return null;
  const value = textOf(block.value) ?? (lines.length > 0 ? lines.map(({ text }) => text).join('\n') : null);
  // 1 is recognized, 0 is not; where the flag is missing, a value speaks for itself.
  const recognized = isMissing(block.ocr_flag) ? value !== null : block.ocr_flag !== 0;
  return {
    key: textOf(block.key) ?? textOf(block.class) ?? regionType ?? '',
    value: recognized ? value : null,
    recognized,
    quad: readQuad(block.position),
    lines,
  };
};

const readLine = (line: JsonObject): TextLine => ({
  text: textOf(line.text) ?? '',
  quad: readQuad(line.position),
  angle: numberOf(line.angle),
  score: numberOf(line.score),
});

/** A list of objects, a single object in its place, or nothing at all; null where an entry is no object. */
const readEntries = <Item>(
  list: unknown,
  readEntry: (entry: JsonObject) => Item | null,
): readonly Item[] | null => {
  if (isMissing(list)) return [];
  const entries: readonly unknown[] = Array.isArray(list) ? list : [list];
  const items: Item[] = [];
  for (const entry of entries) {
    const item = isJsonObject(entry) ? readEntry(entry) : null;
    if (item === null) return null;
    items.push(item);
  }
  return items;
};

/** Corners in drawing order; null where the position is missing or not whole. */
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
