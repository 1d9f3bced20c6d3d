/** Sizes and positions in points (1/72 inch), y upwards, as in a PDF. */
type PaperSize = { readonly width: number; readonly height: number };
export type SlotBox = PaperSize & { readonly x: number; readonly y: number };

/** a, b, c, d, e, f of a PDF transformation: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

const a4 = { short: 595.28, long: 841.89 } as const;
const portrait: PaperSize = { width: a4.short, height: a4.long };
const landscape: PaperSize = { width: a4.long, height: a4.short };

/** Margin that printers need at the edge of the paper, and scissors next to a cut: 5 mm. */
const margin = 14.17;

const pageCounts = [1, 2, 4] as const;
/** Invoices per sheet. */
export type PerPage = (typeof pageCounts)[number];

/** A sheet of paper with the slots of its invoices, in filling order. */
export type PrintSheet = { readonly size: PaperSize; readonly columns: number; readonly rows: number };

/** The possible divisions of a sheet, the usual one first. */
const divisions: Readonly<Record<PerPage, readonly PrintSheet[]>> = {
  1: [
    { size: portrait, columns: 1, rows: 1 },
    { size: landscape, columns: 1, rows: 1 },
  ],
  2: [
    { size: portrait, columns: 1, rows: 2 },
    { size: landscape, columns: 2, rows: 1 },
  ],
  4: [
    { size: landscape, columns: 2, rows: 2 },
    { size: portrait, columns: 2, rows: 2 },
  ],
};

/** The slot with an index from 0: row by row from the top, each from the left. */
export const slotOf = ({ size, columns, rows }: PrintSheet, index: number): SlotBox => {
  const [width, height] = [size.width / columns, size.height / rows];
  const [column, row] = [index % columns, Math.floor(index / columns)];
  return {
    x: column * width + margin,
    y: size.height - (row + 1) * height + margin,
    width: width - 2 * margin,
    height: height - 2 * margin,
  };
};

/** The size of a slot's content after any rotation, and whether it may be enlarged. */
type SlotContent = PaperSize & { readonly grows: boolean };

const scaleInto = (slot: PaperSize, { width, height, grows }: SlotContent): number => {
  const scale = Math.min(slot.width / width, slot.height / height);
  return grows ? scale : Math.min(1, scale);
};

/** The division that shows these invoices at the largest size. */
export const sheetFor = (perPage: PerPage, contents: readonly SlotContent[]): PrintSheet => {
  const [usual, other] = divisions[perPage];
  if (!usual || !other) throw new Error('Expected two divisions');
  const worth = (sheet: PrintSheet): number =>
    contents.reduce((sum, content) => {
      const scale = scaleInto(slotOf(sheet, 0), content);
      return sum + scale * scale * content.width * content.height;
    }, 0);
  // Both include their margin: a small gain is not worth turning the paper.
  return worth(other) > worth(usual) * 1.05 ? other : usual;
};

export const quarterTurns = [0, 90, 180, 270] as const;
/** Degrees clockwise. */
export type QuarterTurn = (typeof quarterTurns)[number];

/** Degrees of a PDF's /Rotate as a turn. */
export const quarterTurnOf = (degrees: number): QuarterTurn => {
  const turned = (((Math.round(degrees / 90) * 90) % 360) + 360) % 360;
  return quarterTurns.find((turn) => turn === turned) ?? 0;
};

export const turnedPaper = ({ width, height }: PaperSize, turn: QuarterTurn): PaperSize =>
  turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };

/** Turns a box upright and centres it in a slot. */
export const matrixInto = (slot: SlotBox, source: SlotBox, turn: QuarterTurn, grows: boolean): Matrix => {
  const seen = turnedPaper(source, turn);
  const scale = scaleInto(slot, { ...seen, grows });
  const [left, bottom] = [
    slot.x + (slot.width - seen.width * scale) / 2,
    slot.y + (slot.height - seen.height * scale) / 2,
  ];
  const [x, y] = [source.x * scale, source.y * scale];
  const [width, height] = [source.width * scale, source.height * scale];
  const turned: Readonly<Record<QuarterTurn, Matrix>> = {
    0: [scale, 0, 0, scale, left - x, bottom - y],
    90: [0, -scale, scale, 0, left - y, bottom + width + x],
    180: [-scale, 0, 0, -scale, left + width + x, bottom + height + y],
    270: [0, scale, -scale, 0, left + height + y, bottom - x],
  };
  return turned[turn];
};

type Line = { readonly from: readonly [number, number]; readonly to: readonly [number, number] };

/** Length of a cut mark: 6 mm. */
const markLength = 17;

/** Marks for cutting the paper: at both edges, and where two cuts cross. */
export const cutMarks = ({ size: { width, height }, columns, rows }: PrintSheet): readonly Line[] => {
  const marks: Line[] = [];
  const half = markLength / 2;
  if (rows === 2) {
    const y = height / 2;
    marks.push({ from: [0, y], to: [markLength, y] }, { from: [width - markLength, y], to: [width, y] });
  }
  if (columns === 2) {
    const x = width / 2;
    marks.push({ from: [x, 0], to: [x, markLength] }, { from: [x, height - markLength], to: [x, height] });
  }
  if (rows === 2 && columns === 2)
    marks.push(
      { from: [width / 2 - half, height / 2], to: [width / 2 + half, height / 2] },
      { from: [width / 2, height / 2 - half], to: [width / 2, height / 2 + half] },
    );
  return marks;
};
