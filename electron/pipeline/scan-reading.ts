import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';
import type { Sent } from '../../shared/contract/page.ts';
import { blankExtraction, paperExtraction } from '../../shared/invoice/checks/no-invoice.ts';
import type { PaperType } from '../../shared/invoice/paper.ts';
import { codesOfInvoices } from '../../shared/invoice/qr.ts';
import type { ReaderFinding } from '../../shared/invoice/read-lines.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { failureOf } from '../../shared/services/failures.ts';
import { paperAmountText } from '../../shared/texts/papers.ts';
import { isReadAsInvoice, letterIn, paperIn } from '../extract/document/page-text/papers.ts';
import { textRowsOf } from '../extract/document/page-text/rows.ts';
import type { ReadLine, ReadPicture } from '../extract/local/read-lines.ts';
import type { LineReader } from '../extract/local/engine/line-reader.ts';
import { scanPageOf } from '../extract/local/place/scan-glyphs.ts';
import { scoresOn } from '../extract/local/place/paper-doubts.ts';
import { placePage } from '../extract/local/place/place-page.ts';
import type { ReadStore } from '../store/port.ts';
import type { Intake, PageInk } from '../intake/intake.ts';
import type { WorkFolder } from './work-folder.ts';

/** What the local reader got from a picture. */
export type ScanReading = {
  /** One, or each of several invoices that the picture shows whole. */
  readonly read: Result<readonly [InvoiceExtraction, ...InvoiceExtraction[]], Failure>;
  /** The codes of the picture's invoices; null if there is none, undefined if the search was incomplete. */
  readonly qr: string | null | undefined;
};

type ScanDependencies = {
  readonly folder: Pick<WorkFolder, 'pictures'> & { readonly store: Pick<ReadStore, 'confirmedParties'> };
  readonly intake: Pick<Intake, 'qrTexts' | 'inkOn'>;
  readonly lines: Pick<LineReader, 'read'>;
};

/** A page with such words may be an invoice, even if its form can't be read. */
const wordsOfInvoices = /发票|税额|价税合计|纳税人识别号|开票日期|客票|车票|行程单/u;

const textOf = ({ glyphs }: ReadLine): string =>
  glyphs.map(({ alternatives: [first] }) => first?.text ?? '').join('');

/**
 * Whether a stored picture is a blank page, which looks like one without a readable line of text, and how far its ink
 * reaches; null if it can't be decoded.
 */
export const inkOnScan = async (
  { folder: { pictures }, intake, lines: reader }: ScanDependencies,
  { sha256, encoding, bytes }: Sent,
  signal: AbortSignal,
): Promise<PageInk | null> => {
  const path = await pictures.file(sha256, encoding);
  const ink = path === null ? null : await intake.inkOn(path, { bytes });
  if (path === null || !ink?.isBlank) return ink;
  const lines = await reader.read({ path }, { signal });
  return { ...ink, isBlank: !lines.ok || lines.value.isBlank };
};

/** Only an invoice has a total, or is known by its number and the list of its goods; a letter has neither. */
const hasForm = ({ invoice, ticket }: InvoiceExtraction): boolean =>
  ticket !== null || invoice.number !== null || invoice.grossTotal !== null;

const isOfLines = (path: string): boolean => path.startsWith('lines.');

/** A list of goods with its lines, which it adds to its invoice once it is joined with it. */
const withLines = (paper: InvoiceExtraction, { invoice, origins, findings }: InvoiceExtraction) => ({
  ...paper,
  invoice: { ...paper.invoice, lines: invoice.lines },
  origins: {
    ...paper.origins,
    ...Object.fromEntries(Object.entries(origins).filter(([path]) => isOfLines(path))),
  },
  findings: [
    ...paper.findings,
    ...findings.flatMap((finding) => {
      const fields = finding.fields.filter(isOfLines);
      return fields.length > 0 ? [{ ...finding, fields }] : [];
    }),
  ],
});

/** Papers that may name no amount. */
const withoutAmount: ReadonlySet<PaperType> = new Set(['contract', 'other']);

const amountFinding: ReaderFinding = { id: 'paper-amount', fields: [], message: paperAmountText };

/**
 * What a picture shows instead of an invoice, if its words say so; null if they don't.
 * @param qr the code of an invoice on the picture: with it, it is no other paper
 * @param placed what was read of an invoice
 */
const paperOnScan = (
  picture: ReadPicture,
  qr: string | null,
  placed: InvoiceExtraction | undefined,
): InvoiceExtraction | null => {
  if (qr !== null) return null;
  const page = scanPageOf(picture);
  const rows = textRowsOf(page.glyphs);
  const found = paperIn(rows) ?? (placed && hasForm(placed) ? null : letterIn(rows));
  if (!found) return null;
  const read = paperExtraction('local', found.paper, scoresOn(found, page, picture));
  const lacksAmount = found.paper.amount === null && !withoutAmount.has(found.paper.type);
  const extraction = lacksAmount ? { ...read, findings: [...read.findings, amountFinding] } : read;
  return found.paper.type === 'goods-list' && placed ? withLines(extraction, placed) : extraction;
};

/**
 * Reads the invoices on a stored picture on this computer. Failures are those of the reader, `invoice-illegible`,
 * and `no-invoice-found`: nothing on the page belongs to an invoice. Rejects with the signal's reason if it is aborted.
 * @param known the codes on the picture, if it was searched before
 */
export const readScan = async (
  { folder: { pictures, store }, intake, lines: reader }: ScanDependencies,
  picture: Sent,
  signal: AbortSignal,
  known?: string | null,
): Promise<ScanReading> => {
  const path = await pictures.file(picture.sha256, picture.encoding);
  if (path === null) return { read: failed(failureOf('missing')), qr: undefined };
  const [lines, texts, confirmed] = await Promise.all([
    reader.read({ path }, { signal }),
    known === undefined ? intake.qrTexts(path, picture) : (known?.split('\n') ?? []),
    store.confirmedParties(),
  ]);
  const qr = texts === null ? undefined : codesOfInvoices(texts);
  // Without the reader of lines, the look of the page decides.
  const isBlank = lines.ok ? lines.value.isBlank : (await intake.inkOn(path, picture))?.isBlank === true;
  if (isBlank) return { read: success([{ ...blankExtraction, picture: picture.sha256 }]), qr };
  if (!lines.ok) return { read: lines, qr };
  const [placed, ...others] = placePage(lines.value, { codes: texts ?? [], confirmed });
  // A paper may name the invoice that it belongs to: its number alone makes it none.
  const isKnown = placed !== undefined && isReadAsInvoice(placed);
  const paper = isKnown ? null : paperOnScan(lines.value, qr ?? null, placed);
  if (paper) return { read: success([{ ...paper, picture: picture.sha256 }]), qr };
  if (!placed) {
    const hasWords =
      typeof qr === 'string' || lines.value.lines.some((line) => wordsOfInvoices.test(textOf(line)));
    return { read: failed(failureOf(hasWords ? 'invoice-illegible' : 'no-invoice-found')), qr };
  }
  const ofPicture = (one: InvoiceExtraction) => ({ ...one, picture: picture.sha256 });
  return { read: success([ofPicture(placed), ...others.map(ofPicture)]), qr };
};
