import { describeSealOf } from '../../../shared/texts/seals.ts';
import { z } from 'zod';
import { voucherName } from '../../../shared/books/books-state.ts';
import { verificationResultNames } from '../../../shared/texts/verification.ts';
import type { Language } from '../../../shared/language.ts';
import { kindWord } from '../../export/page-words.ts';
import type { CellType } from '../../export/rows.ts';
import { headerCell, toSheetCell } from '../../export/xlsx-cell.ts';
import { startSheet } from '../../export/xlsx-sheet-writer.ts';
import { createStyleTable } from '../../export/xlsx-styles.ts';
import { workbookOf } from '../../export/xlsx-workbook.ts';
import type { Period } from '../../../shared/books/period.ts';
import { archiveGapTexts, gateReasonTexts, unreadAsideText } from '../../../shared/texts/books-reasons.ts';
import { auditDigestText } from '../../../shared/texts/exports.ts';
import { joinItems } from '../../../shared/texts/phrases.ts';
import type { ArchivedInvoice, ArchiveFile, ArchiveOriginal, LeftOut } from './archived-invoices.ts';
import type { Company } from '../../../shared/contract/settings.ts';
import { safeFileName } from '../../../shared/books/file-pattern.ts';
import { digestListPath, writeDigests, type Digest } from './write-archive.ts';
import { receiverInstance } from './receiver-instance.ts';
import { sha256Of } from '../../infra/bytes.ts';

/** A row of the index: an invoice and the paths of its files in the archive. */
type IndexRow = {
  readonly archived: ArchivedInvoice;
  readonly ordinal: number;
  /** Null if the original no longer exists. */
  readonly original: string | null;
  readonly renditions: readonly string[];
  readonly papers: readonly string[];
  /** Null if the standard has no type for it, such as for paper. */
  readonly metadata: string | null;
  /** The saved result of verification; null for none. */
  readonly attachment: string | null;
};

type IndexColumn = {
  readonly header: string;
  readonly type: CellType;
  readonly width: number;
  readonly value: (row: IndexRow, language: Language) => string | null;
};

const column = (header: string, type: CellType, width: number, value: IndexColumn['value']): IndexColumn => ({
  header,
  type,
  width,
  value,
});

/** The first ones are printed; the others would make the letters of a page a point high. */
const columns: readonly IndexColumn[] = [
  column('序号', 'number', 6, ({ ordinal }) => String(ordinal)),
  column('票种', 'text', 24, ({ archived }, language) => kindWord(archived.invoice, language)),
  column('发票代码', 'id', 14, ({ archived }) => archived.invoice.code),
  column('发票号码', 'id', 23, ({ archived }) => archived.invoice.number),
  column('开票日期', 'date', 12, ({ archived }) => archived.invoice.issueDate),
  column('销售方', 'text', 30, ({ archived }) => archived.invoice.seller.name),
  column('购买方', 'text', 30, ({ archived }) => archived.invoice.buyer.name),
  column('金额', 'amount', 14, ({ archived }) => archived.invoice.total),
  column('税额', 'amount', 14, ({ archived }) => archived.invoice.taxTotal),
  column('价税合计', 'amount', 14, ({ archived }) => archived.invoice.grossTotal),
  column('复核', 'text', 10, ({ archived }) => (archived.confirmed ? '已确认' : '未确认')),
  column('凭证号', 'text', 12, ({ archived }) =>
    archived.booking ? voucherName(archived.booking) : '未入账',
  ),
  column('会计期间', 'text', 10, ({ archived }) => archived.booking?.period ?? null),
  column('查验结果', 'text', 12, ({ archived }) =>
    archived.verification ? verificationResultNames[archived.verification.result].zh : '未查验',
  ),
  column('原件', 'text', 40, ({ original }) => original ?? '原件缺失'),
  column('页', 'number', 5, ({ archived }) => String(archived.page)),
  column('原件 SHA-256', 'text', 66, ({ archived }) => archived.original.sha256),
  column('其他版式', 'text', 40, ({ renditions }) => renditions.join('\n') || null),
  column('随附单据', 'text', 40, ({ papers }) => papers.join('\n') || null),
  column('元数据', 'text', 36, ({ metadata }) => metadata),
  column('销售方识别号', 'id', 22, ({ archived }) => archived.invoice.seller.taxId),
  column('购买方识别号', 'id', 22, ({ archived }) => archived.invoice.buyer.taxId),
  column('记账日期', 'date', 12, ({ archived }) => archived.booking?.date ?? null),
  column('签章', 'text', 40, ({ archived: { seal = null, reader } }, language) =>
    describeSealOf(seal, reader, language),
  ),
  column(
    '标记',
    'text',
    24,
    ({ archived }, language) =>
      joinItems(
        (archived.marks ?? []).map((reason) => gateReasonTexts[reason][language]),
        language,
      ) || null,
  ),
  column('更正', 'text', 40, ({ archived }) => archived.corrections?.join('\n') || null),
  column('未处理的错误', 'text', 40, ({ archived }) => archived.findings?.join('\n') || null),
  column('查验日期', 'date', 12, ({ archived }) => archived.verification?.day ?? null),
  column('查验结果文件', 'text', 36, ({ attachment }) => attachment),
];

const placeOf = (header: string): number => columns.findIndex((one) => one.header === header) + 1;

/** What the archive says of itself, besides its invoices. */
type IndexNotes = {
  readonly period: Period;
  /** Digest of the sorted digests of all originals. */
  readonly originals: string;
  readonly auditDigest: string | null;
  readonly leftOut: readonly LeftOut[];
  readonly noInvoices: readonly string[];
  readonly setAside: readonly string[];
};

const noteRows = (
  { period, originals, auditDigest, leftOut, noInvoices, setAside }: IndexNotes,
  invoices: number,
): readonly string[] => [
  `期间 ${period.from} 至 ${period.to}，${String(invoices)} 张发票`,
  `全部原件摘要（按序排列的原件 SHA-256 的 SHA-256）：${originals}`,
  ...(auditDigest === null ? [] : [auditDigestText(auditDigest)]),
  ...leftOut.map(
    ({ name, number, reason }) => `未归档：${name}（${number ?? '-'}）：${archiveGapTexts[reason].zh}`,
  ),
  ...noInvoices.map((name) => `未归档：${name}：${gateReasonTexts['no-invoice'].zh}`),
  ...setAside.map((name) => `未归档：${name}：${unreadAsideText.zh}`),
];

/** The index of an archive as a workbook, one row per invoice; a second sheet has its digest and what is missing. */
const archiveIndex = (rows: readonly IndexRow[], notes: IndexNotes): Buffer => {
  const styles = createStyleTable();
  const widths = columns.map(({ width }) => width);
  const sheet = startSheet('归档目录', 1, widths, styles, {
    hasFilter: false,
    isPrinted: true,
    printedColumns: placeOf('原件'),
    frozenColumns: placeOf('发票号码'),
    hidesEmpty: true,
  });
  sheet.addRow(columns.map(({ header }) => headerCell(header)));
  for (const row of rows)
    sheet.addRow(columns.map(({ type, value }) => toSheetCell(value(row, 'zh'), type, null)));
  const other = startSheet('说明', 2, [120], styles, { hasFilter: false });
  for (const note of noteRows(notes, rows.length)) other.addRow([toSheetCell(note, 'text', null)]);
  return Buffer.concat([...workbookOf([sheet.end(), other.end()], styles)]);
};

const readme = `本文件夹是发票归档包，由 Vouch 生成。
originals   原件，与取得时逐字节一致
papers      发票的随附单据，如行程单、住宿账单
metadata    标准中有其类型的电子发票，每张一份入账信息（XBRL）
index.xlsx  目录
verifications       保存的查验结果文件
verifications.json  查验结果
archive.json        期间、张数和全部原件的摘要
digests.txt 各文件的 SHA-256；可用 vouch archive --check 或 sha256sum -c digests.txt 校验
校验说明文件自写入以来未改动、未增减。有意改动的人也能重写 digests.txt，所以归档时显示的摘要
（digests.txt 的 SHA-256）记在账本里，请另行留存，例如写在凭证封面上或加盖时间戳。
元数据的名称依据公开资料编写，未与财政部发布的分类标准逐项核对。

This is an archive of invoices, written by Vouch.
originals   the files as they were received, byte for byte
metadata    how an electronic invoice was booked, one XBRL instance each, if the standard has a type for it
index.xlsx  the index
verifications       saved results of verification
verifications.json  results of verification
archive.json        the period, the number of invoices, and the digest of all originals
digests.txt SHA-256 of each file; check them with vouch archive --check or sha256sum -c digests.txt
The check proves that no file was changed, added or removed since the list was written. Whoever changes files on
purpose can rewrite the list, so the ledger keeps the digest that was shown (the SHA-256 of digests.txt). Keep it
elsewhere, too: on the cover, or with a time stamp.
The names in the metadata follow public sources; they were not compared with the ministry's published taxonomy.
`;

/** A safe file name. The extension is kept, because it shows which program opens the file. */
const fileName = (name: string, ordinal: number): string => {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const dot = base.lastIndexOf('.');
  const extension = dot > 0 && base.length - dot <= 8 ? base.slice(dot) : '';
  const stem = safeFileName(extension === '' ? base : base.slice(0, dot));
  const tail = extension === '' ? '' : `.${safeFileName(extension.slice(1))}`;
  return `${String(ordinal).padStart(4, '0')}_${stem}${tail}`;
};

/** An original missing from the archive. The archive is still written and lists the gap. */
export type ArchiveGap = { readonly name: string; readonly number: string | null };

/** The content of `archive.json`. */
export const archiveFacts = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  invoices: z.int(),
  /** Digest of the sorted digests of the originals. */
  originals: z.string(),
  /** The newest digest of the office's audit log when the archive was written. */
  auditDigest: z.string().exactOptional(),
});

/** Digest of the sorted digests of originals, one a line. */
const digestOfOriginals = (digests: Iterable<string>): string =>
  sha256Of(
    [...new Set(digests)]
      .toSorted()
      .map((digest) => `${digest}\n`)
      .join(''),
  );

type ArchiveParts = {
  readonly period: Period;
  /** The newest digest of an office's audit log; null or absent without one. */
  readonly auditDigest?: string | null;
  readonly invoices: readonly ArchivedInvoice[];
  readonly leftOut: readonly LeftOut[];
  readonly noInvoices: readonly string[];
  readonly setAside: readonly string[];
};

/**
 * The files of an archive, one at a time so that only one is in memory. The digest list comes last. None of them
 * contains a path of this computer.
 * @param entity the company whose books an invoice belongs to
 */
export async function* archiveFiles(
  { period, auditDigest = null, invoices, leftOut, noInvoices, setAside }: ArchiveParts,
  entity: (archived: ArchivedInvoice) => Company | null,
  onGap: (gap: ArchiveGap) => void,
): AsyncGenerator<ArchiveFile> {
  const digests: Digest[] = [];
  const listed = (path: string, bytes: Uint8Array): ArchiveFile => {
    digests.push({ path, sha256: sha256Of(bytes) });
    return { path, bytes };
  };
  const rows: IndexRow[] = [];
  const placed = new Map<string, string>();
  const originals = new Set<string>();
  let files = 0;
  const place = async (
    original: ArchiveOriginal,
    folder = 'originals',
  ): Promise<{ path: string; file: ArchiveFile | null } | null> => {
    const known = placed.get(original.sha256);
    if (known !== undefined) return { path: known, file: null };
    const bytes = await original.read();
    // A file whose bytes changed since extraction is not the original.
    if (bytes === null || sha256Of(bytes) !== original.sha256) return null;
    files += 1;
    const path = `${folder}/${fileName(original.name, files)}`;
    placed.set(original.sha256, path);
    if (folder === 'originals') originals.add(original.sha256);
    return { path, file: listed(path, bytes) };
  };
  let ordinal = 0;
  for (const archived of invoices) {
    ordinal += 1;
    const gap = (name: string): void => onGap({ name, number: archived.invoice.number });
    const original = await place(archived.original);
    if (original?.file) yield original.file;
    if (!original) gap(archived.original.name);
    const renditions = new Set<string>();
    for (const rendition of archived.renditions) {
      const taken = await place(rendition);
      if (taken?.file) yield taken.file;
      if (taken && taken.path !== original?.path) renditions.add(taken.path);
      if (!taken) gap(rendition.name);
    }
    const papers = new Set<string>();
    for (const paper of archived.papers ?? []) {
      const taken = await place(paper, 'papers');
      if (taken?.file) yield taken.file;
      if (taken && taken.path !== original?.path) papers.add(taken.path);
      if (!taken) gap(paper.name);
    }
    const attached = archived.attachment ? await place(archived.attachment, 'verifications') : null;
    if (attached?.file) yield attached.file;
    if (archived.attachment && !attached) gap(archived.attachment.name);
    const instance = receiverInstance(archived, entity(archived));
    const metadata = instance && `metadata/${String(ordinal).padStart(4, '0')}_${instance.schema}.xbrl`;
    if (instance && metadata !== null) yield listed(metadata, Buffer.from(instance.xml));
    rows.push({
      archived,
      ordinal,
      original: original?.path ?? null,
      renditions: [...renditions],
      papers: [...papers],
      metadata,
      attachment: attached?.path ?? null,
    });
  }
  const facts = {
    ...period,
    invoices: rows.length,
    originals: digestOfOriginals(originals),
    ...(auditDigest === null ? {} : { auditDigest }),
  };
  yield listed(
    'index.xlsx',
    archiveIndex(rows, { period, auditDigest, leftOut, noInvoices, setAside, originals: facts.originals }),
  );
  yield listed('archive.json', Buffer.from(`${JSON.stringify(facts, null, 2)}\n`));
  yield listed('verifications.json', Buffer.from(`${JSON.stringify(rows.map(verificationOf), null, 2)}\n`));
  yield listed('README.txt', Buffer.from(readme));
  yield { path: digestListPath, bytes: Buffer.from(writeDigests(digests)) };
}

const verificationOf = ({ archived: { invoice, verification }, original, attachment }: IndexRow) => ({
  original,
  code: invoice.code,
  number: invoice.number,
  result: verification?.result ?? null,
  day: verification?.day ?? null,
  attachment,
});
