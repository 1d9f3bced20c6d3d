import type { InvoiceExtraction } from '../../../../../shared/invoice/extraction.ts';
import { paperExtraction } from '../../../../../shared/invoice/checks/no-invoice.ts';
import type { ReaderFinding } from '../../../../../shared/invoice/read-lines.ts';
import { failed, success, type Result } from '../../../../../shared/result.ts';
import type { Failure } from '../../../../../shared/services/failure.ts';
import { failureOf } from '../../../../../shared/services/failures.ts';
import type { Invoice } from '../../../../../shared/invoice/model.ts';
import { isReadAsInvoice } from '../../page-text/papers.ts';
import { readTextPage, type ReadPage } from '../../page-text/page.ts';
import type { PageText } from '../../page-text/glyphs.ts';
import { divided, withoutPapers } from '../../page-text/beside.ts';
import { dataUnread } from '../../page-text/compare-data.ts';
import { comparedWithPages, withFurtherData } from '../../page-text/compare-with-page.ts';
import { paperOnPages, papersOf, readPageText } from '../../page-text/read-page-text.ts';
import { isAnInvoice, isATicket, readPrinted, titleOf } from '../../page-text/read-printed.ts';
import { openDocuments, type OfdDocument, type OfdFile } from '../document.ts';
import { OfdFailure } from '../limits.ts';
import { openPackage, type OfdPackage } from '../package.ts';
import { readPage } from '../page-items.ts';
import { readResources } from '../resources.ts';
import { noteUnsettledRows, invoiceOf, originsOf, type InvoiceDraft } from './draft.ts';
import { draftOfExtraction, readAttachments } from './from-attachment.ts';
import { readCustomData } from './from-custom-data.ts';
import { readTags, tagFiles, type FindTagged, type TaggedText } from './from-tags.ts';
import { ofdPageText, type OfdPageText } from './page-text.ts';
import { mergeDrafts, type Source } from './merge-drafts.ts';
import { hiddenOnPage } from './visible-text.ts';
import { hiddenDifferences, markHiddenText, withoutHidden } from '../../page-text/hidden-values.ts';
import { readerFindingTexts } from '../../../../../shared/texts/reader-findings.ts';

/** An invoice with its list of goods; later pages belong to another document. */
const maxPagesRead = 100;

const damagedFinding: ReaderFinding = {
  id: 'file-damaged',
  fields: [],
  message: readerFindingTexts.damaged,
};

type PageTexts = {
  readonly pages: readonly ReadPage[];
  readonly texts: readonly OfdPageText[];
  readonly findTagged: FindTagged;
  /** The pages with the text that can't be seen on them; null if there is none. */
  readonly withHidden: readonly ReadPage[] | null;
  /** A page, or a part of one, was not read. */
  readonly isDamaged: boolean;
};

const readText = (text: PageText, number: number): ReadPage | null => {
  const own = withoutPapers(text, number);
  return own && readTextPage(own);
};

/** Adds the characters of each text object by page and id. A template and the page may use the same ids. */
const addTagged = (
  byId: Map<string, TaggedText>,
  pageId: string,
  { runs }: OfdPageText,
  page: ReadPage,
): void => {
  for (const [index, glyphs] of Map.groupBy(page.glyphs, ({ run }) => run)) {
    const run = runs[index];
    if (!run || run.id === '' || run.isForm) continue;
    const key = `${pageId}/${run.id}`;
    byId.set(key, { page, glyphs: [...(byId.get(key)?.glyphs ?? []), ...glyphs] });
  }
};

const readPages = async (file: OfdFile, document: OfdDocument): Promise<PageTexts> => {
  const resources = readResources(file.parts, document, document.resources);
  const pages: ReadPage[] = [];
  const texts: OfdPageText[] = [];
  const withHidden: ReadPage[] = [];
  let isAnyHidden = false;
  const byId = new Map<string, TaggedText>();
  let isDamaged = document.pages.length > maxPagesRead;
  for (const [index, ref] of document.pages.slice(0, maxPagesRead).entries()) {
    try {
      const page = readPage(file, document, ref, resources);
      const text = ofdPageText(page, await hiddenOnPage(file, page));
      texts.push(text);
      const read = readText(text, index + 1);
      const { hidden } = text;
      isAnyHidden ||= hidden.length > 0;
      const whole =
        hidden.length === 0 ? read : readText({ ...text, runs: [...text.runs, ...hidden] }, index + 1);
      if (whole) withHidden.push(whole);
      isDamaged ||= page.isDamaged || (!read && text.runs.length > 0);
      if (!read) continue;
      pages.push(read);
      if (document.customTags !== null) addTagged(byId, ref.id, text, read);
    } catch (error) {
      if (!(error instanceof OfdFailure) || error.reason !== 'damaged') throw error;
      isDamaged = true;
    }
  }
  return {
    pages,
    texts,
    withHidden: isAnyHidden ? withHidden : null,
    findTagged: (page, id) => byId.get(`${page}/${id}`) ?? null,
    isDamaged,
  };
};

/** What the pages state as text. A line end of an OFD's text is exact: it states its blanks. */
const draftOfText = (pages: readonly ReadPage[]): InvoiceDraft => {
  const { isForm, ...printed } = readPrinted(pages);
  const draft = draftOfExtraction({
    ...printed,
    findings: printed.findings.filter(({ id }) => id !== 'name-wrapped'),
  });
  // The kind of an invoice follows from values that another source may state better.
  if (!printed.ticket && !isForm) draft.values.delete('kind');
  draft.title = titleOf(pages);
  draft.ticket = isATicket(printed, pages) ? printed.ticket : null;
  noteUnsettledRows(draft);
  return draft;
};

/** Each source of a document with the parts that it was read from. */
type Stated = Source & { readonly parts: readonly string[] };

const partsOfTags = (file: OfdFile, document: OfdDocument): readonly string[] => {
  try {
    return [document.customTags ?? [], tagFiles(file, document)].flat();
  } catch (error) {
    if (!(error instanceof OfdFailure) || error.reason !== 'damaged') throw error;
    return [];
  }
};

const paperIn = (pages: readonly ReadPage[], invoice: Invoice): InvoiceExtraction | null => {
  const paper = paperOnPages(pages, invoice);
  return paper && paperExtraction('ofd', paper);
};

/** The invoices that pages show as text. */
const invoicesOn = (texts: readonly OfdPageText[]): readonly InvoiceExtraction[] =>
  markHiddenText(readPageText(texts), texts).filter(({ paper }) => paper === undefined);

/** The first page of an OFD shows the first invoice. Parts of a page are not told apart. */
const inOrderOfPages = (read: readonly InvoiceExtraction[]): readonly InvoiceExtraction[] =>
  read
    .map((one) => {
      const { part: _, ...whole } = one;
      return whole;
    })
    .toSorted((one, other) => (one.pages?.[0] ?? Infinity) - (other.pages?.[0] ?? Infinity));

const asOfd = (extraction: InvoiceExtraction): InvoiceExtraction => ({ ...extraction, reader: 'ofd' });

/** Data that no signature covers never fills or replaces data that a signature covers. */
const mergeSources = (
  sources: readonly Stated[],
  pages: readonly ReadPage[],
  isCovered: (path: string) => boolean,
): InvoiceDraft => {
  const covered = sources.filter(({ parts }) => parts.every(isCovered));
  const merged = mergeDrafts(
    covered,
    pages,
    sources.filter((source) => !covered.includes(source)),
  );
  const isEnough = covered.length === sources.length || isAnInvoice(invoiceOf(merged));
  return isEnough ? merged : mergeDrafts(sources, pages);
};

const readDocument = async (
  file: OfdFile,
  document: OfdDocument,
  isCovered: (path: string) => boolean,
): Promise<readonly InvoiceExtraction[]> => {
  const { path: attachment, paper, ...data } = readAttachments(file, document, isCovered);
  const read = await readPages(file, document);
  const { findTagged, isDamaged } = read;
  const attached =
    data.further.length === 0
      ? data.extractions
      : withFurtherData(data.extractions, data.further, invoicesOn(read.texts));
  // Several invoices are each compared with the page that has its number.
  if (attached.length > 1 && attachment !== null && isCovered(attachment))
    return inOrderOfPages(comparedWithPages(attached, invoicesOn(read.texts))).map(asOfd);
  const { groups, papers: others } = divided(read.pages);
  const own = groups.flat();
  const pages = own.length === 0 ? read.pages : own;
  const withHidden = read.withHidden?.filter(({ number }) => pages.some((page) => page.number === number));
  const sources: Stated[] = attached.map((extraction) => ({
    id: 'attachment',
    draft: draftOfExtraction(extraction),
    parts: [attachment ?? ''],
  }));
  const tags = readTags(file, document, findTagged);
  if (tags) sources.push({ id: 'tags', draft: tags, parts: partsOfTags(file, document) });
  const custom = readCustomData(document.customData);
  const top = file.parts.locate('OFD.xml', ['']) ?? '';
  if (custom) sources.push({ id: 'custom', draft: custom, parts: [top] });
  const drawn = [...document.pages, ...document.templates.values()].map(({ path }) => path);
  sources.push({ id: 'text', draft: draftOfText(pages), parts: drawn });
  const merged = mergeSources(sources, pages, isCovered);
  const printed = readPrinted(pages);
  const hidden = withHidden ? hiddenDifferences(printed.invoice, readPrinted(withHidden).invoice) : [];
  const invoice = invoiceOf(merged);
  // An invoice may have the data of a payment attached, and a paper may name in its text the invoice that it belongs to.
  const hasNumber = sources.some(({ id, draft }) => id !== 'text' && draft.values.has('number'));
  const isRead = isReadAsInvoice({ invoice, ticket: merged.ticket });
  const said = hasNumber || isRead ? null : paperIn(pages, invoice);
  const other = said || (invoice.number === null && !merged.ticket) ? (paper ?? said) : null;
  if (other) return [asOfd(other)];
  if (!isAnInvoice(invoice)) {
    const isWhole = attached.length > 1 || attached.some(({ ticket }) => ticket);
    return isWhole ? comparedWithPages(attached, invoicesOn(read.texts)).map(asOfd) : [];
  }
  return [
    {
      reader: 'ofd',
      invoice: withoutHidden(invoice, hidden, printed.invoice),
      ticket: merged.ticket,
      origins: originsOf(merged),
      findings: [
        ...merged.findings,
        ...(isDamaged ? [damagedFinding] : []),
        ...(data.isUnread ? [dataUnread] : []),
        ...hidden,
      ],
      qr: null,
      codeInFile: merged.qr,
      ...(merged.journeys.length > 0 ? { journeys: merged.journeys } : {}),
      ...(merged.special.length > 0 ? { special: merged.special } : {}),
    },
    ...papersOf(others).map(asOfd),
  ];
};

/**
 * Extracts the invoices of an open OFD from its attached data, its tags, its custom data and the text of its pages, in
 * this order of trust. An unreadable file, or one without invoice data, is a failure.
 * @param covered the parts that a signature covers; null if there is no signature
 */
export const readOpenedOfd = async (
  parts: OfdPackage,
  covered: ReadonlySet<string> | null,
): Promise<Result<readonly InvoiceExtraction[], Failure>> => {
  try {
    const file = openDocuments(parts);
    const isCovered = (path: string): boolean => covered === null || covered.has(path);
    const found: InvoiceExtraction[] = [];
    for (const document of file.documents) found.push(...(await readDocument(file, document, isCovered)));
    return found.length > 0 ? success(found) : failed(failureOf('no-invoice-data', { detail: 'OFD' }));
  } catch (error) {
    if (!(error instanceof OfdFailure)) throw error;
    return failed(failureOf(error.reason, { detail: error.message }));
  }
};

/** Opens an OFD. A damaged package is a failure. */
export const openOfd = async (bytes: Uint8Array): Promise<Result<OfdPackage, Failure>> => {
  try {
    return success(await openPackage(bytes));
  } catch (error) {
    if (!(error instanceof OfdFailure)) throw error;
    return failed(failureOf(error.reason, { detail: error.message }));
  }
};

/** Extracts the invoices of an OFD's bytes without a look at its seals. */
export const readOfd = async (bytes: Uint8Array): Promise<Result<readonly InvoiceExtraction[], Failure>> => {
  const opened = await openOfd(bytes);
  return opened.ok ? readOpenedOfd(opened.value, null) : opened;
};
