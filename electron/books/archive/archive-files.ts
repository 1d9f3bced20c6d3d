import type { Company } from '../../../shared/contract/settings.ts';
import { safeFileName } from '../../../shared/books/file-pattern.ts';
import { archiveIndex, type IndexRow } from './archive-index.ts';
import type { ArchivedInvoice, ArchiveFile, ArchiveOriginal } from './archived-invoice.ts';
import { digestListPath, writeDigests, type Digest } from './digests.ts';
import { receiverInstance } from './receiver-instance.ts';
import { vocabularyOf } from './receiver-vocabulary.ts';
import { sha256Of } from '../../infra/bytes.ts';

const readme = `本文件夹是发票归档包，由 Vouch 生成。
originals   原件，与取得时逐字节一致
metadata    每张发票一份入账信息（XBRL）
index.xlsx  目录
verifications       保存的查验结果文件
verifications.json  查验结果
digests.txt 各文件的 SHA-256；可用 vouch archive --check 或 sha256sum -c digests.txt 校验

This is an archive of invoices, written by Vouch.
originals   the files as they were received, byte for byte
metadata    one XBRL instance an invoice, with how it was booked
index.xlsx  the index
verifications       saved results of verification
verifications.json  results of verification
digests.txt SHA-256 of each file; check them with vouch archive --check or sha256sum -c digests.txt
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

/**
 * The files of an archive, one at a time so that only one is in memory. The digest list comes last. None of them
 * contains a path of the computer.
 * @param onGap called for each original that no longer exists
 */
export async function* archiveFiles(
  invoices: Iterable<ArchivedInvoice>,
  entity: (archived: ArchivedInvoice) => Company | null,
  onGap: (gap: ArchiveGap) => void,
): AsyncGenerator<ArchiveFile> {
  const digests: Digest[] = [];
  const rows: IndexRow[] = [];
  /** Path of each original in the archive by its digest: pages of one file share it. */
  const placed = new Map<string, string>();
  const listed = (path: string, bytes: Uint8Array): ArchiveFile => {
    digests.push({ path, sha256: sha256Of(bytes) });
    return { path, bytes };
  };
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
    return { path, file: listed(path, bytes) };
  };
  let ordinal = 0;
  for (const archived of invoices) {
    ordinal += 1;
    const original = await place(archived.original);
    if (original?.file) yield original.file;
    if (!original) onGap({ name: archived.original.name, number: archived.invoice.number });
    const renditions: string[] = [];
    for (const rendition of archived.renditions) {
      const taken = await place(rendition);
      if (taken?.file) yield taken.file;
      if (taken) renditions.push(taken.path);
    }
    const attached = archived.attachment ? await place(archived.attachment, 'verifications') : null;
    if (attached?.file) yield attached.file;
    if (archived.attachment && !attached)
      onGap({ name: archived.attachment.name, number: archived.invoice.number });
    const metadata = `metadata/${String(ordinal).padStart(4, '0')}_${vocabularyOf(archived.invoice, archived.ticket).schema}.xbrl`;
    yield listed(metadata, Buffer.from(receiverInstance(archived, entity(archived))));
    rows.push({
      archived,
      ordinal,
      original: original?.path ?? null,
      renditions,
      metadata,
      attachment: attached?.path ?? null,
    });
  }
  yield listed('index.xlsx', archiveIndex(rows));
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
