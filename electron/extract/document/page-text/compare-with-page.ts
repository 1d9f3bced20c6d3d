import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { fieldPathsOf, valueAt } from '../../../../shared/invoice/fields.ts';
import type { FieldPath, Origin } from '../../../../shared/invoice/model.ts';
import type { ReaderFinding } from '../../../../shared/invoice/read-lines.ts';
import { readerFindingTexts } from '../../../../shared/texts/reader-findings.ts';
import {
  fieldsNotCompared,
  hasSureRows,
  isEqual,
  linesNotCompared,
  nothingCompared,
  ofLine,
  tellsInvoice,
} from './compare-data.ts';
import { compareExtras } from './compare-extras.ts';
import { withoutHidden } from './hidden-values.ts';

const differsFinding = (path: FieldPath, stated: string, printed: string): ReaderFinding => ({
  id: 'rendition-text-differs',
  fields: [path],
  message: readerFindingTexts.pdfData(stated, printed),
});

const isOfNumber =
  ({ invoice: { number } }: InvoiceExtraction) =>
  (other: InvoiceExtraction): boolean =>
    other.invoice.number === number;

const otherDataFinding = (path: FieldPath, taken: string, other: string): ReaderFinding => ({
  id: 'sources-differ',
  fields: [path],
  message: readerFindingTexts.ofdSource(taken, 'other', other),
});

/** The differences between two files of data of one invoice. */
const dataDifferences = (taken: InvoiceExtraction, other: InvoiceExtraction): readonly ReaderFinding[] => {
  const [mine, theirs] = [taken.invoice, other.invoice];
  const hasSameLines = mine.lines.length === theirs.lines.length;
  const differing = fieldPathsOf(mine).flatMap((path): readonly ReaderFinding[] => {
    const [value, stated] = [valueAt(mine, path), valueAt(theirs, path)];
    if (value === null || stated === null || (!hasSameLines && ofLine.test(path))) return [];
    return isEqual(path, value, stated) ? [] : [otherDataFinding(path, value, stated)];
  });
  const hasOtherLines = !hasSameLines && mine.lines.length > 0 && theirs.lines.length > 0;
  const lines = hasOtherLines
    ? [
        {
          id: 'sources-differ',
          fields: ['lines'],
          message: readerFindingTexts.ofdLines(mine.lines.length, 'other', theirs.lines.length),
        },
      ]
    : [];
  return [
    ...differing,
    ...lines,
    ...compareExtras(taken, other).differing.map((one) => otherDataFinding(...one)),
  ];
};

/**
 * The data that a file states of its invoices, with the differences to its further data. Further data of an invoice that
 * the pages show, too, is one more invoice.
 * @param printed what the pages show
 */
export const withFurtherData = (
  stated: readonly InvoiceExtraction[],
  further: readonly InvoiceExtraction[],
  printed: readonly InvoiceExtraction[],
): readonly InvoiceExtraction[] => {
  const all = [...stated];
  for (const other of further) {
    const same = all.findIndex(isOfNumber(other));
    const isShown = other.invoice.number !== null && printed.some(isOfNumber(other));
    if (same < 0 && isShown) {
      all.push(other);
      continue;
    }
    const [at, taken] = [Math.max(same, 0), all[Math.max(same, 0)]];
    if (!taken) continue;
    const findings =
      same < 0
        ? [otherDataFinding('number', taken.invoice.number ?? '', other.invoice.number ?? '')]
        : dataDifferences(taken, other);
    all[at] = { ...taken, findings: [...taken.findings, ...findings] };
  }
  return all;
};

/**
 * The data of a file with the positions of its values on its pages. Each invoice is compared in every field with the one
 * that has its number there, or with one that no other data has. A different value on the page is a finding, because one
 * of the two was changed; so is what only one of them states, as not compared. A value that the page hides is none.
 * Invoices that only the pages show follow.
 */
export const comparedWithPages = (
  stated: readonly InvoiceExtraction[],
  printed: readonly InvoiceExtraction[],
): readonly InvoiceExtraction[] => {
  const others = printed.filter((shown) => !stated.some(isOfNumber(shown)));
  const shown = stated.map((one) => printed.find(isOfNumber(one)) ?? others.shift());
  // An invoice that only a page shows is one of its own.
  const unstated = others.filter(({ invoice }) => invoice.number !== null);
  // Parts of a page can be told apart only if each occurs once.
  const isEach = new Set([...shown, ...unstated]).size === printed.length;
  const compared = stated.map((one, index) => {
    const part = isEach ? shown[index]?.part : undefined;
    return { ...withPlaces(one, shown[index]), ...(part ? { part } : {}) };
  });
  return [...compared, ...unstated];
};

const withPlaces = (stated: InvoiceExtraction, shown: InvoiceExtraction | undefined): InvoiceExtraction => {
  if (!shown) return { ...stated, findings: [...stated.findings, nothingCompared] };
  const [mine, theirs] = [stated.invoice, shown.invoice];
  const hasSameLines = mine.lines.length === theirs.lines.length;
  const origins: Record<string, Origin> = { ...stated.origins };
  const findings: ReaderFinding[] = [];
  const silent: FieldPath[] = [];
  const place = (path: FieldPath): void => {
    const [own, found] = [origins[path], shown.origins[path]];
    if (!own || !found) return;
    origins[path] = { ...own, quad: found.quad, ...(found.page === undefined ? {} : { page: found.page }) };
  };
  for (const path of fieldPathsOf(mine)) {
    if (!hasSameLines && ofLine.test(path)) continue;
    const [value, other] = [valueAt(mine, path), valueAt(theirs, path)];
    if (value === null || other === null) {
      if (value !== other) silent.push(path);
      continue;
    }
    // Also of a different value: the drawn page is read there.
    place(path);
    if (!isEqual(path, value, other)) findings.push(differsFinding(path, value, other));
  }
  const extras = compareExtras(stated, shown);
  for (const path of extras.same) place(path);
  findings.push(...extras.differing.map((one) => differsFinding(...one)));
  silent.push(...extras.silent);
  // A ticket prints no lines.
  if (!hasSameLines && !(shown.ticket && theirs.lines.length === 0))
    findings.push(
      theirs.lines.length > 0 && mine.lines.length > 0 && hasSureRows(shown)
        ? {
            id: 'rendition-text-differs',
            fields: ['lines'],
            message: readerFindingTexts.pdfLines(mine.lines.length, theirs.lines.length),
          }
        : linesNotCompared,
    );
  const hidden = shown.findings.filter(({ id }) => id === 'text-not-visible');
  const isToldOf = tellsInvoice((path) => valueAt(theirs, path)) || hidden.length > 0;
  findings.push(...(isToldOf ? fieldsNotCompared(silent) : [nothingCompared]), ...hidden);
  return {
    ...stated,
    invoice: withoutHidden(mine, hidden, theirs),
    origins,
    findings: [...stated.findings, ...findings],
    ...(shown.pages ? { pages: shown.pages } : {}),
  };
};
