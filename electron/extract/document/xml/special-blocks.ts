import { specialPath } from '../../../../shared/invoice/special-blocks.ts';
import type { SpecialBlock, SpecialValue } from '../../../../shared/invoice/extraction.ts';
import type { ValueReader } from './value-reader.ts';
import { leafText, pathOf, type XmlElement } from './xml-tree.ts';

/** More values than any invoice for special business has; further ones are left out. */
const maxValues = 2000;

/**
 * Reads blocks for special business with any name, because the data standard has more than twenty kinds and adds
 * others. Each element that contains values is a block.
 * @param parents the elements that contain the blocks
 * @param isReadElsewhere blocks with fields of their own, such as journeys
 */
export const readSpecialBlocks = (
  parents: readonly XmlElement[],
  isReadElsewhere: (block: XmlElement) => boolean,
  reader: ValueReader,
): readonly SpecialBlock[] => {
  const blocks: SpecialBlock[] = [];
  let count = 0;
  const read = (block: XmlElement): void => {
    if (isReadElsewhere(block)) return;
    const values: SpecialValue[] = [];
    for (const element of block.children) {
      const raw = element.children.length === 0 ? leafText(element) : null;
      if (raw === null || count >= maxValues) continue;
      count += 1;
      const path = specialPath(blocks.length, values.length, element.name);
      reader.note(path, { raw, score: null, quad: null, path: pathOf(element), steps: [] });
      values.push({ name: element.name, value: raw });
    }
    if (values.length > 0) blocks.push({ name: block.name, values });
    for (const inner of block.children) if (inner.children.length > 0) read(inner);
  };
  for (const parent of parents) read(parent);
  return blocks;
};
