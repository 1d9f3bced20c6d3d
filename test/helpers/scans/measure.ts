import type { ReadPicture } from '../../../electron/extract/local/read-lines.ts';
import { placePage } from '../../../electron/extract/local/place/place-page.ts';
import { checkInvoice } from '../../../shared/invoice/check-invoice.ts';
import { emptyInvoice } from '../../../shared/invoice/empty-invoice.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import { valueAt } from '../../../shared/invoice/fields.ts';
import { isSameValue, measuredPaths } from './compare.ts';
import type { Degradation } from './degrade.ts';
import type { ScanSheet } from './make-scan.ts';

/** A field that was not read as it is printed. */
export type WrongField = {
  readonly seed: number;
  readonly form: string;
  readonly degradation: Degradation;
  readonly path: FieldPath;
  readonly printed: string | null;
  readonly read: string | null;
  readonly isMarked: boolean;
};

export type PageMeasure = {
  readonly degradation: Degradation;
  readonly fields: readonly FieldPath[];
  readonly wrong: readonly WrongField[];
  /** Right values that are marked all the same. */
  readonly markedRight: number;
};

const today = '2026-11-27';
const confidenceLimit = 0.9;

/** Compares what is read of a picture with what is printed on its sheet. */
export const measurePage = (
  { truth, degradation, form, seed }: Pick<ScanSheet, 'truth' | 'degradation' | 'form' | 'seed'>,
  picture: ReadPicture,
  qr: string | null = null,
): PageMeasure => {
  const [extraction = null] = placePage(picture, { codes: qr === null ? [] : [qr], confirmed: [] });
  const invoice = extraction?.invoice ?? emptyInvoice;
  const findings = extraction
    ? checkInvoice(
        { invoice, origins: extraction.origins, findings: extraction.findings },
        { today, confidenceLimit, ownCompanies: [], qr, others: [] },
      )
    : [];
  const marks = findings.filter(({ level }) => level === 'warn' || level === 'error');
  const marked = new Set(marks.flatMap(({ fields }) => fields));
  const areLinesDoubtful = marks.some(({ id }) => id === 'lines-sum-to-total' || id === 'rows-settled');
  const isLost = (path: FieldPath): boolean => {
    const index = /^lines\.(\d+)/u.exec(path)?.[1];
    return index !== undefined && Number(index) >= invoice.lines.length && areLinesDoubtful;
  };
  const isMarked = (path: FieldPath): boolean => extraction === null || marked.has(path) || isLost(path);
  const fields = measuredPaths(truth, invoice);
  const wrong = fields.filter((path) => !isSameValue(truth, invoice, path));
  return {
    degradation,
    fields,
    wrong: wrong.map((path) => ({
      seed,
      form,
      degradation,
      path,
      printed: valueAt(truth, path),
      read: valueAt(invoice, path),
      isMarked: isMarked(path),
    })),
    markedRight: fields.filter((path) => isMarked(path) && !wrong.includes(path)).length,
  };
};

/** Fields that must never be wrong without a mark. */
export const isStrict = (path: FieldPath): boolean =>
  /^(?:code|number|issueDate|total|taxTotal|grossTotal|grossTotalWords|(?:buyer|seller)\.taxId|lines\.\d+\.(?:amount|tax))$/u.test(
    path,
  );

export type Tally = {
  readonly fields: number;
  readonly exact: number;
  readonly strictUnmarked: number;
  readonly otherUnmarked: number;
  readonly markedRight: number;
};

/** Sums of pages; shares are of all their fields. */
export const tallyOf = (pages: readonly PageMeasure[]): Tally => {
  const wrong = pages.flatMap((page) => page.wrong);
  const unmarked = wrong.filter(({ isMarked }) => !isMarked);
  const fields = pages.reduce((sum, page) => sum + page.fields.length, 0);
  const exact = fields - wrong.length;
  return {
    fields,
    exact: exact / Math.max(1, fields),
    strictUnmarked: unmarked.filter(({ path }) => isStrict(path)).length,
    otherUnmarked: unmarked.filter(({ path }) => !isStrict(path)).length / Math.max(1, fields),
    markedRight: pages.reduce((sum, page) => sum + page.markedRight, 0) / Math.max(1, exact),
  };
};
