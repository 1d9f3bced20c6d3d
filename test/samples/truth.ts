import { boundsOf, type ImagePoint, type Quad } from '../../shared/geometry.ts';
import type { ElementKey } from '../../shared/services/elements.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { Captured } from './capture.ts';
import type { Mark } from './draw-sheet.ts';
import type { Appearance } from './model.ts';
import { seededRandom, seedOf } from './random.ts';

/** The expected extraction of a picture: `text` is the decoded document in the service's format. */
export type Truth<Text> = { readonly service: ServiceId; readonly sha256: string; readonly text: Text };

const corner = ({ x, y }: ImagePoint) => ({ x: Math.round(x), y: Math.round(y) });

/** A quad in the document's notation (vat-invoice.md, Position): whole pixels. */
const position = ([tl, tr, br, bl]: Quad) => ({
  tl_point: corner(tl),
  tr_point: corner(tr),
  bl_point: corner(bl),
  br_point: corner(br),
});

const mapQuad = (map: Captured['map'], [tl, tr, br, bl]: Quad): Quad => [map(tl), map(tr), map(br), map(bl)];

/** The bounding rectangle of some lines on the sheet. */
const around = (marks: readonly Mark[]): Quad => {
  const { x, y, w, h } = boundsOf(marks.flatMap(({ quad }) => [...quad]));
  return [
    { x, y },
    { x: x + w, y },
    { x: x + w, y: y + h },
    { x, y: y + h },
  ];
};

/** Direction of a line, clockwise from the horizontal, from 0 to below 360. */
const angleOf = ([tl, tr]: Quad): number => {
  const degrees = (Math.atan2(tr.y - tl.y, tr.x - tl.x) * 180) / Math.PI;
  return (Math.round(degrees * 10) / 10 + 360) % 360;
};

const thousandths = (share: number): number => Math.round(share * 1000) / 1000;

const textLine = ({ element, text }: Mark, quad: Quad, index: number, look: Appearance) => {
  const random = seededRandom(seedOf(`${element} ${index} ${text}`));
  return {
    text,
    position: position(quad),
    image_data: '',
    angle: angleOf(quad),
    char_count: Array.from(text).length,
    det_score: thousandths(0.965 + random() * 0.03),
    score: look.scores[element]?.[index] ?? thousandths(0.95 + random() * 0.045),
  };
};

const region = (element: ElementKey, marks: readonly Mark[], id: number, map: Captured['map'], look: Appearance) => {
  const readable = !look.unreadable.includes(element);
  const place = position(mapQuad(map, around(marks)));
  const lines = readable ? marks.map((mark, index) => textLine(mark, mapQuad(map, mark.quad), index, look)) : [];
  const block = {
    id: '0',
    order: 0,
    key: element,
    value: lines.map(({ text }) => text).join('\n'),
    position: place,
    ocr_flag: readable ? 1 : 0,
    tag: '',
    class: element,
    text_sent_count: lines.length,
    text_sent_list: lines,
  };
  return { id: String(id), order: id, type: element, position: place, text_block_count: 1, text_block_list: [block] };
};

/** The decoded document for a drawn invoice (vat-invoice.md, Decoded text). */
export const invoiceText = (marks: readonly Mark[], captured: Captured, look: Appearance) => {
  const found = [...new Set(marks.map(({ element }) => element))];
  const regions = found.map((element, index) => {
    const own = marks.filter((mark) => mark.element === element);
    return region(element, own, index, captured.map, look);
  });
  return {
    engine_version: 'sandbox',
    error_code: 0,
    error_msg: 'success',
    object_count: 1,
    version: 1,
    object_list: [
      {
        error_code: 0,
        error_msg: 'success',
        type: '',
        description: 'vat_invoice',
        width: captured.width,
        height: captured.height,
        idx: 0,
        table_count: 0,
        table_list: [],
        region_count: regions.length,
        region_list: regions,
      },
    ],
  };
};

export type InvoiceText = ReturnType<typeof invoiceText>;
