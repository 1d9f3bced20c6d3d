import {
  concatTransformationMatrix,
  drawObject,
  lineTo,
  moveTo,
  PDFDocument,
  popGraphicsState,
  pushGraphicsState,
  setDashPattern,
  setLineWidth,
  setStrokingGrayscaleColor,
  stroke,
  type PDFPage,
} from '@cantoo/pdf-lib';
import type { PrintItem } from './print-item.ts';
import {
  cutMarks,
  matrixInto,
  sheetFor,
  slotOf,
  turnedPaper,
  type PerPage,
  type PrintSheet,
} from './slots.ts';

const drawItem = (page: PDFPage, sheet: PrintSheet, item: PrintItem, index: number): void => {
  const into = matrixInto(slotOf(sheet, index), item.box, item.turn, item.grows);
  page.pushOperators(pushGraphicsState(), concatTransformationMatrix(...into));
  for (const { ref, matrix } of item.placed) {
    const name = page.node.newXObject('Item', ref);
    page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(...matrix),
      drawObject(name),
      popGraphicsState(),
    );
  }
  page.pushOperators(popGraphicsState());
};

const drawMarks = (page: PDFPage, sheet: PrintSheet): void => {
  const marks = cutMarks(sheet);
  if (marks.length === 0) return;
  page.pushOperators(
    pushGraphicsState(),
    setLineWidth(0.4),
    setStrokingGrayscaleColor(0.5),
    setDashPattern([3, 2], 0),
  );
  for (const { from, to } of marks) page.pushOperators(moveTo(...from), lineTo(...to), stroke());
  page.pushOperators(popGraphicsState());
};

/** Lays out items in order on sheets of A4, with marks for cutting the paper. */
export const composeSheets = (target: PDFDocument, items: readonly PrintItem[], perPage: PerPage): void => {
  for (let start = 0; start < items.length; start += perPage) {
    const group = items.slice(start, start + perPage);
    const sheet = sheetFor(
      perPage,
      group.map(({ box, turn, grows }) => ({ ...turnedPaper(box, turn), grows })),
    );
    const page = target.addPage([sheet.size.width, sheet.size.height]);
    for (const [index, item] of group.entries()) drawItem(page, sheet, item, index);
    drawMarks(page, sheet);
  }
};

export const savePdf = (target: PDFDocument): Promise<Uint8Array> =>
  target.save({ objectsPerTick: Number.POSITIVE_INFINITY, addDefaultPage: false });

export const newPdf = async (): Promise<PDFDocument> => {
  const target = await PDFDocument.create({ updateMetadata: false });
  target.setProducer('Vouch');
  return target;
};
