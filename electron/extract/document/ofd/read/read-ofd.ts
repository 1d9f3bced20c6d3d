import type { InvoiceExtraction } from '../../../../../shared/invoice/extraction.ts';
import type { ReaderFinding } from '../../../../../shared/invoice/read-lines.ts';
import { failed, success, type Result } from '../../../../../shared/result.ts';
import type { Failure } from '../../../../../shared/services/failure.ts';
import { failureOf } from '../../../../../shared/services/failures.ts';
import { openDocuments, type OfdDocument, type OfdFile } from '../document.ts';
import { OfdFailure } from '../limits.ts';
import { openPackage } from '../package.ts';
import { readPage } from '../page-items.ts';
import { readResources } from '../resources.ts';
import { invoiceOf, originsOf, type InvoiceDraft } from './draft.ts';
import { draftOfAttachment, readAttachments } from './from-attachment.ts';
import { readCustomData } from './from-custom-data.ts';
import { readTags, type TaggedText } from './from-tags.ts';
import { readOfdText } from './from-text.ts';
import { mergeDrafts, type Source } from './merge-drafts.ts';
import { joinRuns, objectRuns, type Run } from './runs.ts';
import { readerFindingTexts } from '../../../../../shared/texts/reader-findings.ts';

/** An invoice with its list of goods; later pages belong to another document. */
const maxPagesRead = 100;
/** Maximum runs of a page, and of all pages, that are read by position; no invoice has that many. */
const maxRunsOfPage = 4000;
const maxRuns = 40_000;

const damagedFinding: ReaderFinding = {
  id: 'file-damaged',
  fields: [],
  message: readerFindingTexts.damaged,
};

type PageTexts = {
  /** Runs of each page by text object. */
  readonly pages: readonly (readonly Run[])[];
  readonly ids: readonly string[];
  readonly isDamaged: boolean;
};

const readPages = (file: OfdFile, document: OfdDocument): PageTexts => {
  const resources = readResources(file.parts, document, document.resources);
  const pages: (readonly Run[])[] = [];
  const ids: string[] = [];
  let isDamaged = false;
  for (const [index, ref] of document.pages.slice(0, maxPagesRead).entries()) {
    try {
      const page = readPage(file, document, ref, resources);
      isDamaged ||= page.isDamaged;
      pages.push(objectRuns(page, index + 1));
      ids.push(ref.id);
    } catch (error) {
      if (!(error instanceof OfdFailure) || error.reason !== 'damaged') throw error;
      isDamaged = true;
    }
  }
  return { pages, ids, isDamaged };
};

/** Text objects by page and id. A template and the page may use the same ids. */
const tagged = ({ pages, ids }: PageTexts): TaggedText => {
  const byId = new Map<string, Run[]>();
  for (const [index, runs] of pages.entries())
    for (const run of runs) {
      if (run.id === '' || run.isTemplate) continue;
      const key = `${ids[index]}/${run.id}`;
      const known = byId.get(key);
      if (known) known.push(run);
      else byId.set(key, [run]);
    }
  return (page, id) => byId.get(`${page}/${id}`) ?? [];
};

/** Whether enough was read to call this an invoice. */
const isInvoice = ({ values }: InvoiceDraft): boolean => {
  const isPriced = values.has('grossTotal') || values.has('total');
  return values.has('number')
    ? isPriced || values.has('issueDate')
    : isPriced && values.has('issueDate') && (values.has('buyer.name') || values.has('seller.name'));
};

const readDocument = (file: OfdFile, document: OfdDocument): readonly InvoiceExtraction[] => {
  const attached = readAttachments(file, document);
  // With several invoices, or a ticket, the data is complete, and the page has no form to compare with.
  if (attached.length > 1 || attached.some(({ ticket }) => ticket))
    return attached.map((extraction) => ({ ...extraction, reader: 'ofd' }));
  const texts = readPages(file, document);
  const runs: (readonly Run[])[] = [];
  let count = 0;
  for (const page of texts.pages) {
    const joined = joinRuns(page);
    count += joined.length;
    if (joined.length <= maxRunsOfPage && count <= maxRuns) runs.push(joined);
  }
  const isCut = runs.length < document.pages.length;
  const sources: Source[] = attached.map((extraction) => ({
    id: 'attachment',
    draft: draftOfAttachment(extraction),
  }));
  const tags = readTags(file, document, tagged(texts));
  if (tags) sources.push({ id: 'tags', draft: tags });
  const custom = readCustomData(document.customData);
  if (custom) sources.push({ id: 'custom', draft: custom });
  sources.push({ id: 'text', draft: readOfdText(runs) });
  const merged = mergeDrafts(sources, runs.flat());
  if (!isInvoice(merged)) return [];
  return [
    {
      reader: 'ofd',
      invoice: invoiceOf(merged),
      ticket: null,
      origins: originsOf(merged),
      findings: texts.isDamaged || isCut ? [...merged.findings, damagedFinding] : merged.findings,
      qr: merged.qr,
      ...(merged.journeys.length > 0 ? { journeys: merged.journeys } : {}),
      ...(merged.special.length > 0 ? { special: merged.special } : {}),
    },
  ];
};

/**
 * Extracts the invoices of an OFD from its attached data, its tags, its custom data and the text of its
 * pages, in this order of trust. An unreadable file, or one without invoice data, is a failure.
 */
export const readOfd = async (bytes: Uint8Array): Promise<Result<readonly InvoiceExtraction[], Failure>> => {
  try {
    const file = openDocuments(await openPackage(bytes));
    const found = file.documents.flatMap((document) => readDocument(file, document));
    return found.length > 0 ? success(found) : failed(failureOf('no-invoice-data', { detail: 'OFD' }));
  } catch (error) {
    if (!(error instanceof OfdFailure)) throw error;
    return failed(failureOf(error.reason, { detail: error.message }));
  }
};
