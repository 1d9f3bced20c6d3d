import type { Quad } from '../geometry.ts';
import { isElementKey, type ElementKey } from '../services/elements.ts';
import type { DecodedInvoice, Region, TextBlock } from '../services/regions.ts';

/** A text line with its position, without the details that only the service needs. */
export type ReadLine = {
  readonly text: string;
  readonly score: number | null;
  readonly quad: Quad | null;
};

/** A recognized block, with the lines it was read from. */
export type ReadBlock = {
  /** As read; a newline separates the lines. */
  readonly value: string;
  readonly quad: Quad | null;
  readonly lines: readonly ReadLine[];
};

/** Recognized blocks by element, in the service's order; elements that were not recognized are absent. */
export type BlocksByElement = ReadonlyMap<ElementKey, readonly ReadBlock[]>;

export const blocksByElement = (decoded: DecodedInvoice): BlocksByElement => {
  const byElement = new Map<ElementKey, ReadBlock[]>();
  for (const region of decoded.regions) {
    for (const block of region.blocks) {
      const element = elementOf(block, region);
      const read = element ? readBlock(block, region) : null;
      if (!element || !read) continue;
      const blocks = byElement.get(element);
      if (blocks) blocks.push(read);
      else byElement.set(element, [read]);
    }
  }
  return byElement;
};

const elementOf = (block: TextBlock, region: Region): ElementKey | null => {
  if (isElementKey(block.key)) return block.key;
  return isElementKey(region.type) ? region.type : null;
};

const readBlock = (block: TextBlock, region: Region): ReadBlock | null => {
  if (!block.recognized) return null;
  const quad = block.quad ?? (region.blocks.length === 1 ? region.quad : null);
  // Nearly all lines are complete and used unchanged.
  const lines = block.lines.every(isWhole) ? block.lines : placeSingle(block.lines.filter(hasText), quad);
  const given = block.value ?? '';
  const value = /\S/.test(given) ? given : lines.map(({ text }) => text).join('\n');
  if (value === '') return null;
  return { value, quad, lines: lines.length > 0 ? lines : linesOfValue(value, quad) };
};

const hasText = ({ text }: ReadLine): boolean => /\S/.test(text);
const isWhole = (line: ReadLine): boolean => line.quad !== null && hasText(line);

/** The only line of a block has the position of the block. */
const placeSingle = (lines: TextBlock['lines'], quad: Quad | null): readonly ReadLine[] =>
  lines.map((line) => ({
    text: line.text,
    score: line.score,
    quad: line.quad ?? (lines.length === 1 ? quad : null),
  }));

/** Lines of a block that came without a list of lines. Their position is known only if there is just one. */
const linesOfValue = (value: string, quad: Quad | null): readonly ReadLine[] => {
  const texts = value.split(/\r?\n/).filter((text) => text.trim() !== '');
  return texts.map((text) => ({ text, score: null, quad: texts.length === 1 ? quad : null }));
};
