import { parseCapitalAmount } from '../../../../shared/invoice/capital-amount.ts';
import { comparable } from '../../../../shared/invoice/checks/compare-extractions.ts';
import { fieldLabelsOf } from '../../../../shared/invoice/checks/outcome.ts';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { fieldPathsOf, valueAt } from '../../../../shared/invoice/fields.ts';
import { unknownKind } from '../../../../shared/invoice/kind.ts';
import type { FieldPath, Origin } from '../../../../shared/invoice/model.ts';
import { taxCents } from '../../../../shared/invoice/checks/tax-cents.ts';
import type { ReaderFinding } from '../../../../shared/invoice/read-lines.ts';
import { readerFindingTexts } from '../../../../shared/texts/reader-findings.ts';

const differsFinding = (path: FieldPath, stated: string, printed: string): ReaderFinding => ({
  id: 'rendition-text-differs',
  fields: [path],
  message: readerFindingTexts.pdfData(stated, printed),
});

const notCompared = (fields: readonly FieldPath[], message: ReaderFinding['message']): ReaderFinding => ({
  id: 'not-compared',
  fields,
  message,
});

/** Text that may be wrapped, cut or continued on the page. Names of parties are printed whole. */
const prose =
  /^(?:(?:buyer|seller)\.(?:addressPhone|bankAccount)|remark|payee|reviewer|drawer|lines\.\d+\.(?:name|specification))$/u;
/** Every character counts: a zero in front, too. */
const identity = /^(?:code|number|reverses|machineNumber|(?:buyer|seller)\.taxId)$/u;
const figure = /^lines\.\d+\.(?:quantity|unitPrice)$/u;
const ofLine = /^lines\.\d+\./u;

const mostNamed = 8;

/** Blanks and the form of brackets and colons depend on the printer. */
const bareText = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s*·]/gu, '')
    .toLowerCase();

/** A cut text still has most of its characters: a few of them could be part of any other text. */
const isPart = (one: string, other: string): boolean => {
  const [a = '', b = ''] = [bareText(one), bareText(other)].toSorted((x, y) => x.length - y.length);
  return a.length * 2 >= b.length && b.includes(a);
};

const decimalsOf = (text: string): number => (text.split('.')[1] ?? '').length;

/** A page prints fewer decimals than the data has. */
const isRounded = (one: string, other: string): boolean => {
  const digits = Math.min(decimalsOf(one), decimalsOf(other), 15);
  return Math.abs(Number(one) - Number(other)) <= 0.51 * 10 ** -digits;
};

/** Whether two values mean the same, whatever the printer does with their form. */
const isEqual = (path: FieldPath, stated: string, shown: string): boolean => {
  if (stated === shown) return true;
  if (identity.test(path)) return bareText(stated) === bareText(shown);
  if (comparable(stated) === comparable(shown)) return true;
  if (path === 'taxTotal' || path.endsWith('.tax')) return taxCents(stated) === taxCents(shown);
  if (path === 'grossTotalWords') {
    const words = parseCapitalAmount(stated);
    return words !== null && words === parseCapitalAmount(shown);
  }
  if (path === 'kind') return stated === unknownKind || shown === unknownKind;
  // Some makers write only the last digits of the check code.
  if (path === 'checkCode') return stated.endsWith(shown) || shown.endsWith(stated);
  if (figure.test(path)) return isRounded(stated, shown);
  return bareText(stated) === bareText(shown) || (prose.test(path) && isPart(stated, shown));
};

/** Rows that could not be read with certainty are no witness against the data. */
const hasSureRows = ({ findings }: InvoiceExtraction): boolean =>
  !findings.some(({ id, fields }) => id === 'rows-settled' || fields.some((path) => ofLine.test(path)));

/**
 * The embedded data with the positions of equal values on the page. Every field is compared. A different value on the
 * page is a finding, because one of the two was changed; so is what only one of them states, as not compared.
 */
export const withPlaces = (
  stated: InvoiceExtraction,
  printed: readonly InvoiceExtraction[],
): InvoiceExtraction => {
  const shown = printed.find(({ invoice }) => invoice.number === stated.invoice.number) ?? printed[0];
  if (!shown)
    return {
      ...stated,
      findings: [...stated.findings, notCompared([], readerFindingTexts.notCompared)],
    };
  const [mine, theirs] = [stated.invoice, shown.invoice];
  const hasSameLines = mine.lines.length === theirs.lines.length;
  const origins: Record<string, Origin> = { ...stated.origins };
  const findings: ReaderFinding[] = [];
  const silent: FieldPath[] = [];
  for (const path of fieldPathsOf(mine)) {
    if (!hasSameLines && ofLine.test(path)) continue;
    const [value, other] = [valueAt(mine, path), valueAt(theirs, path)];
    if (value === null || other === null) {
      if (value !== other) silent.push(path);
      continue;
    }
    const [own, place] = [origins[path], shown.origins[path]];
    if (!isEqual(path, value, other)) findings.push(differsFinding(path, value, other));
    else if (own && place)
      origins[path] = { ...own, quad: place.quad, ...(place.page === undefined ? {} : { page: place.page }) };
  }
  if (!hasSameLines)
    findings.push(
      theirs.lines.length > 0 && mine.lines.length > 0 && hasSureRows(shown)
        ? {
            id: 'rendition-text-differs',
            fields: ['lines'],
            message: readerFindingTexts.pdfLines(mine.lines.length, theirs.lines.length),
          }
        : notCompared(['lines'], readerFindingTexts.linesNotCompared),
    );
  if (silent.length > 0)
    findings.push(
      notCompared(
        silent,
        readerFindingTexts.fieldsNotCompared(
          fieldLabelsOf(silent.slice(0, mostNamed)),
          silent.length > mostNamed,
        ),
      ),
    );
  return {
    ...stated,
    origins,
    findings: [...stated.findings, ...findings],
    ...(shown.pages ? { pages: shown.pages } : {}),
  };
};
