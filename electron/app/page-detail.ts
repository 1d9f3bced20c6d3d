import { isDemo } from '../../shared/books/gate.ts';
import { basename } from 'node:path';
import type { Seal } from '../../shared/invoice/extraction.ts';
import { signerOf } from '../../shared/invoice/signer.ts';
import { describeSeal, describeSealOf } from '../../shared/texts/seals.ts';
import { countingFaces } from '../../shared/face/review.ts';
import type { PageDetail, PageId, PairedPage } from '../../shared/contract/page.ts';
import type { ReviewEvent } from '../../shared/review/event.ts';
import { editHistory, isOnlyReview } from '../../shared/review/replay.ts';
import { pageMembersOf, type ExportPage } from '../export/export-page.ts';
import type { ExportRecord } from '../../shared/contract/export/record.ts';
import type { PageSources, ReadStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import { waitsForBudget } from '../store/sql/call-budget.ts';
import type { JoinOffer } from '../pipeline/assessor.ts';
import { lossOf } from '../pipeline/lost-response.ts';
import type { ReviewedPage } from '../pipeline/derived.ts';
import { pairingOf, type PairingReads } from '../pipeline/pairing.ts';
import { faceFindings } from '../pipeline/face-findings.ts';
import { summaryOf } from '../pipeline/page-summary.ts';

/** Earlier exports add no information. */
const mostExports = 20;

/** The exports that contain a page, and whether the page has changed since the last one. */
const exportsIn = (
  last: readonly ExportRecord[],
  row: PageRow,
  events: readonly ReviewEvent[],
): PageDetail['exports'] => {
  const at = last[0]?.at;
  // Instants have one format in one time zone: they sort as texts.
  const isChangedSince =
    at !== undefined &&
    ((row.answeredAt ?? '') > at || events.some((event) => !isOnlyReview(event.change) && event.at > at));
  return { last: [...last], isChangedSince };
};

/** The last confirmation, if it counts, and all accepted findings. */
const marksIn = (standing: readonly ReviewEvent[], isConfirmed: boolean): PageDetail['marks'] => {
  const confirmed = isConfirmed ? standing.findLast(({ change }) => change.kind === 'confirm') : undefined;
  return standing.flatMap(({ change, by, at, id }): PageDetail['marks'][number][] => {
    if (change.kind === 'accept') return [{ kind: 'accept', by, at, fields: change.fields }];
    return id === confirmed?.id ? [{ kind: 'confirm', by, at, fields: [] }] : [];
  });
};

/**
 * Everything that the window shows about a page.
 * @param by the author whose edits undo and redo refer to
 */
export const detailOf = async (
  reads: PairingReads & Pick<ReadStore, 'filesAndExports' | 'pages'>,
  { row, events }: PageSources,
  reviewed: ReviewedPage | null,
  by: string,
  joinOffers: readonly JoinOffer[] = [],
): Promise<PageDetail> => {
  const { files, exports } = await reads.filesAndExports(row.id, mostExports);
  const { undo, redo, standing } = editHistory(events, by);
  return {
    summary: summaryOf(row),
    version: row.version,
    digest: reviewed?.digest ?? null,
    sent: row.picture,
    preparation: row.preparation,
    sid: row.sid,
    mail: row.mail,
    renditions: files.map(({ name, format, sha256 }) => ({ name: basename(name), format, sha256 })),
    sealText: sealTextOf(row),
    signers: signersOf(row.seal),
    invoice: reviewed?.service === 'vat-invoice' ? { ...reviewed.invoice } : null,
    joinOffers: [...joinOffers],
    pairing: await pairingIn(reads, row),
    faces: reviewed?.service === 'face-detect' ? { count: reviewed.faces.faces.length } : null,
    exports: exportsIn(exports, row, events),
    marks: marksIn(standing, summaryOf(row).review === 'confirmed'),
    history: { canUndo: undo !== null, canRedo: redo !== null },
  };
};

/** The pairing of a page with what the window says of the other pages. */
const pairingIn = async (
  reads: PairingReads & Pick<ReadStore, 'pages'>,
  row: PageRow,
): Promise<PageDetail['pairing']> => {
  const pairing = await pairingOf(reads, row);
  if (!pairing) return null;
  const { isPaper, paired, offers } = pairing;
  const chosen = new Set(paired.filter(({ isChosen }) => isChosen).map(({ page }) => page));
  const named = async (pages: readonly PageId[]): Promise<readonly PairedPage[]> =>
    (await reads.pages(pages)).map(({ id, version, name, figures }) => ({
      id,
      version,
      name,
      number: figures?.number ?? null,
      day: figures?.issueDate ?? null,
      isChosen: chosen.has(id),
    }));
  return { isPaper, paired: await named(paired.map(({ page }) => page)), offers: await named(offers) };
};

/** The state of the seal in words; null for files that can't be sealed. */
export const sealTextOf = ({ seal, reader }: Pick<PageRow, 'seal' | 'reader'>): PageDetail['sealText'] => {
  const zh = describeSealOf(seal, reader, 'zh');
  return zh === null ? null : { zh, en: describeSealOf(seal, reader, 'en') ?? zh };
};

/** Who sealed the file, for the details: each signature with its chain and the fingerprint of its key. */
const signersOf = (seal: Seal | null): PageDetail['signers'] =>
  (seal?.signatures ?? []).map((signature) => ({
    text: { zh: describeSeal(signature, 'zh'), en: describeSeal(signature, 'en') },
    name: signature.by,
    key: signature.key ?? null,
    signer: signerOf(signature),
    chain: [...signature.chain],
  }));

/** Sources of the other files that contain the page's invoice. */
export const otherRenditions = async (
  reads: Pick<ReadStore, 'renditions'>,
  row: PageRow,
): Promise<readonly string[]> =>
  (await reads.renditions(row.document))
    .filter(({ sha256 }) => sha256 !== row.originalSha256)
    .map(({ name }) => name);

/** The user's additions to a page, besides its values. */
const marksOf = ({
  figures,
  books: { booking, verification },
}: PageRow): Pick<ExportPage, 'confirmed' | 'aside' | 'tags' | 'note' | 'booking' | 'verification'> => ({
  ...(figures?.review === 'confirmed' ? { confirmed: true } : {}),
  ...(figures?.review === 'aside' ? { aside: true } : {}),
  ...(figures?.tags?.length ? { tags: figures.tags } : {}),
  ...(figures?.note ? { note: figures.note } : {}),
  ...(booking && { booking }),
  ...(verification && { verification: { result: verification.result, day: verification.day } }),
});

/** Why a page failed; null if it did not. A page that waits for the budget of paid calls has not failed. */
const failureFor = (row: PageRow, reviewed: ReviewedPage | null): ExportPage['failure'] => {
  if (waitsForBudget(row)) return null;
  return row.state === 'recognized' ? lossOf(row, reviewed) : row.failure;
};

/**
 * A page in the form for exports, without the faces that the user excluded. If another attempt
 * failed, this is the earlier data.
 */
export const exportPageOf = (
  row: PageRow,
  source: string,
  reviewed: ReviewedPage | null,
  renditions: readonly string[] = [],
): ExportPage => ({
  ...pageMembersOf({ ...row, demo: isDemo(row) }),
  source,
  reader: row.reader ?? (row.sandbox ? 'sandbox' : 'service'),
  maybePaid: row.maybePaid || lossOf(row, reviewed) !== null,
  seal: row.seal,
  renditions,
  sent: row.picture,
  ...marksOf(row),
  failure: failureFor(row, reviewed),
  side: row.figures?.side ?? null,
  invoice: reviewed?.service === 'vat-invoice' ? reviewed.invoice : null,
  faces: reviewed?.service === 'face-detect' ? countingFaces(reviewed.faces, -Infinity) : null,
  ...(reviewed?.service === 'face-detect' ? { faceChecks: faceFindings(reviewed.faces) } : {}),
  faceNotes: reviewed?.service === 'face-detect' ? reviewed.faces.notes : new Map(),
});
