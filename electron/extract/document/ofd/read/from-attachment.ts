import type { InvoiceExtraction } from '../../../../../shared/invoice/extraction.ts';
import { fieldOf, headerKeys, lineKeys, partyKeys } from '../../../../../shared/invoice/fields.ts';
import { unknownKind } from '../../../../../shared/invoice/kind.ts';
import { isMisplacedToken } from '../../../../../shared/invoice/characters.ts';
import { readXml } from '../../xml/read-xml.ts';
import type { OfdDocument, OfdFile } from '../document.ts';
import { OfdFailure } from '../limits.ts';
import { folderOf } from '../paths.ts';
import { childrenOf } from '../xml-tree.ts';
import { isNamedLikeAttachment } from '../package.ts';
import { newInvoiceDraft, type InvoiceDraft } from './draft.ts';

/** More than any document has; the others are not read. */
const maxAttachments = 8;

const attachmentPaths = (file: OfdFile, { attachments, folder }: OfdDocument): readonly string[] => {
  const listed =
    attachments === null
      ? []
      : childrenOf(file.parts.xml(attachments)?.root, 'Attachment')
          .flatMap((attachment) => childrenOf(attachment, 'FileLoc'))
          .flatMap(({ text }) => file.parts.locate(text, [folderOf(attachments), folder]) ?? []);
  // Some lists of attachments are missing although the files exist.
  const known = file.parts.paths.filter((path) => path.startsWith(folder) && isNamedLikeAttachment(path));
  return [...new Set([...listed, ...known])].filter((path) => /\.(?:xml|xbrl)$/i.test(path));
};

/** The invoices of an attachment, and the path of its part. */
type Attached = {
  readonly path: string | null;
  readonly extractions: readonly InvoiceExtraction[];
  /** Invoices of the other attachments. */
  readonly further: readonly InvoiceExtraction[];
  readonly isUnread: boolean;
  /** The data of a paper that is no invoice; null if none is attached. */
  readonly paper: InvoiceExtraction | null;
};

/**
 * The invoices attached to a document as data; empty if no attachment is an invoice.
 * @param isCovered whether a signature covers a part: such attachments come first
 */
export const readAttachments = (
  file: OfdFile,
  document: OfdDocument,
  isCovered: (path: string) => boolean,
): Attached => {
  const none: Attached = { path: null, extractions: [], further: [], isUnread: false, paper: null };
  let paths: readonly string[];
  try {
    paths = attachmentPaths(file, document);
  } catch (error) {
    if (!(error instanceof OfdFailure) || error.reason !== 'damaged') throw error;
    return none;
  }
  let paper: InvoiceExtraction | null = null;
  const found: { readonly path: string; readonly extractions: readonly InvoiceExtraction[] }[] = [];
  const inOrder = paths.toSorted((one, other) => Number(isCovered(other)) - Number(isCovered(one)));
  // The list of attachments may lie among them.
  const most = maxAttachments + Number(document.attachments !== null && paths.includes(document.attachments));
  for (const path of inOrder.slice(0, most)) {
    const bytes = readPart(file, path);
    const read = bytes && readXml(bytes);
    if (!read?.ok) continue;
    const extractions = read.value.filter((one) => one.paper === undefined);
    if (extractions.length > 0) found.push({ path, extractions });
    else if (found.length === 0) paper ??= read.value[0] ?? null;
  }
  const isUnread = paths.length > most;
  const [first, ...others] = found;
  return {
    path: first?.path ?? null,
    extractions: first?.extractions ?? [],
    further: others.flatMap(({ extractions }) => extractions),
    isUnread,
    paper,
  };
};

const readPart = (file: OfdFile, path: string): Uint8Array | null => {
  try {
    return file.parts.read(path);
  } catch (error) {
    if (!(error instanceof OfdFailure) || error.reason !== 'damaged') throw error;
    return null;
  }
};

/** Converts an extraction to a draft, to merge it with other sources. */
export const draftOfExtraction = ({
  invoice,
  origins,
  findings,
  codeInFile = null,
  journeys = [],
  special = [],
  ticket = null,
}: Partial<InvoiceExtraction> &
  Pick<InvoiceExtraction, 'invoice' | 'origins' | 'findings'>): InvoiceDraft => {
  const draft = newInvoiceDraft();
  const set = (path: string, value: string | null): void => {
    // As in the other sources, a token instead of an amount is only in the origins.
    const isToken = value !== null && fieldOf(path)?.kind === 'money' && isMisplacedToken(path, value);
    if (value !== null && !isToken) draft.values.set(path, value);
    const origin = origins[path];
    if (origin) draft.origins.set(path, origin);
  };
  for (const key of headerKeys) set(key, invoice[key]);
  for (const role of ['buyer', 'seller'] as const)
    for (const key of partyKeys) set(`${role}.${key}`, invoice[role][key]);
  for (const [index, line] of invoice.lines.entries())
    for (const key of lineKeys) set(`lines.${index}.${key}`, line[key]);
  if (invoice.kind !== unknownKind) set('kind', invoice.kind);
  draft.lineCount = invoice.lines.length;
  draft.findings.push(...findings);
  draft.qr = codeInFile;
  draft.journeys.push(...journeys);
  draft.special.push(...special);
  draft.ticket = ticket;
  for (const [path, origin] of Object.entries(origins))
    if (/^(?:journeys|special|ticket)\./u.test(path)) draft.origins.set(path, origin);
  return draft;
};
