import fc from 'fast-check';
import { elementKeys } from './element-keys.ts';
import {
  expressions,
  genders,
  hairs,
  type Face,
  type FaceAttributes,
  type DecodedFaces,
} from '../../shared/face/model.ts';
import type { Quad } from '../../shared/geometry.ts';
import type { DecodedInvoice, Region, TextBlock, TextLine } from '../../shared/services/regions.ts';

/** Decoded results, and the forms in which the two services may send them. */

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const pixel = fc.integer({ min: 0, max: 9999 });
const confidence = fc.double({ min: 0, max: 1, noNaN: true });
const point = fc.record({ x: pixel, y: pixel });
const quad = fc.option(fc.tuple(point, point, point, point));
const element = fc.oneof(fc.constantFrom(...elementKeys), fc.constant('vat-invoice-new-element'));

const textLine: fc.Arbitrary<TextLine> = fc.record({
  text,
  quad,
  angle: fc.option(fc.double({ min: 0, max: 360, noNaN: true })),
  score: fc.option(confidence),
});

const textBlock: fc.Arbitrary<TextBlock> = fc.boolean().chain((recognized) =>
  fc.record({
    key: element,
    value: recognized ? text : fc.constant(null),
    recognized: fc.constant(recognized),
    quad,
    lines: fc.array(textLine, { maxLength: 3 }),
  }),
);

const region: fc.Arbitrary<Region> = fc.record({
  id: fc.nat(99).map(String),
  type: element,
  quad,
  blocks: fc.array(textBlock, { maxLength: 3 }),
});

export const decodedInvoices: fc.Arbitrary<DecodedInvoice> = fc.record({
  engineVersion: fc.option(text),
  description: fc.option(text),
  width: fc.option(pixel),
  height: fc.option(pixel),
  regions: fc.array(region, { maxLength: 5 }),
});

/** Without the absent members, because optional members may be omitted. */
const present = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined));

const position = (corners: Quad | null) =>
  corners && { tl_point: corners[0], tr_point: corners[1], br_point: corners[2], bl_point: corners[3] };

type Looseness = {
  /** A single text line is an object instead of a list. */
  readonly singleObject: boolean;
  readonly version: string | number | null;
  /** Adds undocumented members on every level. */
  readonly extra: boolean;
};

export const looseness: fc.Arbitrary<Looseness> = fc.record({
  singleObject: fc.boolean(),
  version: fc.constantFrom('1.0', 1, null),
  extra: fc.boolean(),
});

/** The decoded text of an invoice response for a result. */
export const invoiceText = (extraction: DecodedInvoice, loose: Looseness): Record<string, unknown> => {
  const extra = loose.extra ? { x_unknown: { deep: [1, 'two'] } } : {};
  const line = (sent: TextLine) =>
    present({
      text: sent.text,
      position: position(sent.quad),
      angle: sent.angle,
      score: sent.score,
      image_data: '',
      ...extra,
    });
  const lines = (block: TextBlock) =>
    loose.singleObject && block.lines.length === 1 && block.lines[0]
      ? line(block.lines[0])
      : block.lines.map(line);
  const block = (entry: TextBlock) =>
    present({
      key: entry.key,
      class: entry.key,
      value: entry.value ?? '',
      ocr_flag: entry.recognized ? 1 : 0,
      position: position(entry.quad),
      text_sent_count: entry.lines.length,
      text_sent_list: lines(entry),
      ...extra,
    });
  const regions = extraction.regions.map((entry, order) =>
    present({
      id: entry.id,
      order,
      type: entry.type,
      position: position(entry.quad),
      text_block_count: entry.blocks.length,
      text_block_list: entry.blocks.map(block),
      ...extra,
    }),
  );
  const target = present({
    error_code: 0,
    type: '',
    description: extraction.description,
    width: extraction.width,
    height: extraction.height,
    table_count: 0,
    table_list: [],
    region_count: regions.length,
    region_list: regions,
    ...extra,
  });
  return present({
    engine_version: extraction.engineVersion,
    error_code: 0,
    error_msg: 'success',
    version: loose.version,
    object_count: 1,
    object_list: [target],
    ...extra,
  });
};

const flag = fc.oneof(fc.boolean(), fc.constant(null), fc.integer({ min: 2, max: 99 }));
const floatPoint = fc.record({
  x: fc.double({ min: 0, max: 9999, noNaN: true }),
  y: fc.double({ min: 0, max: 9999, noNaN: true }),
});

const attributes: fc.Arbitrary<FaceAttributes> = fc.record({
  beard: flag,
  expression: fc.constantFrom(...expressions, null, 7, 42),
  gender: fc.constantFrom(...genders, null, 2),
  glasses: flag,
  hair: fc.constantFrom(...hairs, null, 3),
  mask: flag,
});

/** Ordinals of points, sometimes with gaps or beyond 32 bits. */
const withNumbers = ({
  steps,
  ...face
}: Omit<Face, 'pointNumbers'> & { readonly steps: readonly number[] }): Face => {
  let ordinal = 0;
  const pointNumbers = face.points.map((_, at) => (ordinal += steps[at] ?? 1));
  return pointNumbers.some((own, at) => own !== at + 1) ? { ...face, pointNumbers } : face;
};

const faceAt = (index: number): fc.Arbitrary<Face> =>
  fc
    .record({
      steps: fc.oneof(fc.constant([]), fc.array(fc.constantFrom(1, 1, 1, 2, 2 ** 33), { maxLength: 25 })),
      index: fc.constant(index),
      score: fc.option(confidence),
      box: fc.option(fc.record({ x: pixel, y: pixel, w: pixel, h: pixel })),
      points: fc.array(floatPoint, { maxLength: 25 }),
      attributes: fc.option(attributes),
    })
    .map(withNumbers);

export const decodedFaces: fc.Arbitrary<DecodedFaces> = fc.record({
  declaredCount: fc.option(fc.nat(9999)),
  faces: fc
    .uniqueArray(fc.integer({ min: 1, max: 9999 }), { maxLength: 30 })
    .chain((ordinals) => fc.tuple(...ordinals.toSorted((one, other) => one - other).map(faceAt))),
});

const codeIn = (choices: readonly string[], value: string | number | null) =>
  typeof value === 'string' ? choices.indexOf(value) : value;
const flagCode = (value: boolean | number | null) => (typeof value === 'boolean' ? Number(value) : value);

/** The decoded text of a face response for a result, with its members in the order of `shuffle`. */
export const faceText = (
  extraction: DecodedFaces,
  shuffle: (names: readonly string[]) => readonly string[],
): Record<string, unknown> => {
  const inOrder = (members: Record<string, unknown>) =>
    Object.fromEntries(shuffle(Object.keys(members)).map((name) => [name, members[name]]));
  const faceMembers = (entry: Face) =>
    inOrder({
      ...present({ score: entry.score, ...entry.box }),
      ...Object.fromEntries(
        entry.points.map((at, index) => [`point_${entry.pointNumbers?.[index] ?? index + 1}`, at]),
      ),
      ...present({
        property:
          entry.attributes &&
          present({
            beard: flagCode(entry.attributes.beard),
            expression: codeIn(expressions, entry.attributes.expression),
            gender: codeIn(genders, entry.attributes.gender),
            glass: flagCode(entry.attributes.glasses),
            hair: codeIn(hairs, entry.attributes.hair),
            mask: flagCode(entry.attributes.mask),
          }),
      }),
    });
  return inOrder({
    ret: 0,
    ...present({ face_num: extraction.declaredCount }),
    ...Object.fromEntries(extraction.faces.map((entry) => [`face_${entry.index}`, faceMembers(entry)])),
  });
};
