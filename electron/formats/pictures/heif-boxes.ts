/** Boxes that hold metadata tables, by their path from the file's root. */
type Box = { readonly type: string; readonly from: number; readonly to: number };

const mostBoxes = 10_000;

const boxesIn = (bytes: Buffer, from: number, to: number): readonly Box[] => {
  const boxes: Box[] = [];
  let at = from;
  while (at + 8 <= to && boxes.length < mostBoxes) {
    let size = bytes.readUInt32BE(at);
    let head = 8;
    if (size === 1 && at + 16 <= to) {
      size = Number(bytes.readBigUInt64BE(at + 8));
      head = 16;
    }
    const end = size === 0 ? to : at + size;
    if (end < at + head || end > to) break;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), from: at + head, to: end });
    at = end;
  }
  return boxes;
};

/** No decoder knows this type of item or reference, so none opens it. */
const unknownType = 'skip';

/** Item types that contain pixels or describe their composition. */
const pictureItems = new Set(
  'av01 hvc1 hvc2 avc1 jpeg j2k1 vvc1 evc1 lhv1 unci mski grid iovl iden tmap'.split(' '),
);

const maxProfileBox = 4 * 1024 * 1024;

/**
 * Hides the metadata of an AVIF or HEIF from decoders (EXIF, XMP, anything that is described by reference).
 * It may be compressed, and several items may share one place in the file. The orientation is in the
 * properties of the picture, not in EXIF.
 */
export const boundedHeif = (source: Buffer): Buffer => {
  const bytes = Buffer.from(source);
  for (const meta of boxesIn(bytes, 0, bytes.length).filter(({ type }) => type === 'meta'))
    for (const box of boxesIn(bytes, meta.from + 4, meta.to)) {
      if (box.type === 'iinf') {
        const head = (bytes[box.from] ?? 0) === 0 ? 6 : 8;
        for (const entry of boxesIn(bytes, box.from + head, box.to)) hideItem(bytes, entry);
      }
      if (box.type === 'iref')
        for (const reference of boxesIn(bytes, box.from + 4, box.to))
          if (reference.type === 'cdsc') bytes.write(unknownType, reference.from - 4, 'latin1');
      if (box.type === 'iprp') hideProfiles(bytes, box);
    }
  return bytes;
};

/** An entry of the item table: version 2 has 16-bit ids, version 3 has 32-bit ones. */
const hideItem = (bytes: Buffer, { type, from, to }: Box): void => {
  const version = bytes[from] ?? 0;
  const at = from + 4 + (version === 3 ? 4 : 2) + 2;
  if (type !== 'infe' || version < 2 || at + 4 > to) return;
  if (!pictureItems.has(bytes.toString('latin1', at, at + 4))) bytes.write(unknownType, at, 'latin1');
};

const hideProfiles = (bytes: Buffer, properties: Box): void => {
  for (const container of boxesIn(bytes, properties.from, properties.to).filter(
    ({ type }) => type === 'ipco',
  ))
    for (const { type, from, to } of boxesIn(bytes, container.from, container.to))
      if (type === 'colr' && to - from > maxProfileBox) bytes.write(unknownType, from - 4, 'latin1');
};
