import { countingFaces } from '../../shared/face/review.ts';
import type { PageDetail } from '../../shared/records.ts';
import type { EditHistory } from '../../shared/review/edits.ts';
import type { ExportPage } from '../export/export-page.ts';
import type { PageRow } from '../ledger/page-row.ts';
import type { Meaning } from './meaning.ts';
import { summaryOf } from './page-summary.ts';

/** All that the window shows of a page. */
export const detailOf = (row: PageRow, meaning: Meaning | null, { undo, redo }: EditHistory): PageDetail => ({
  summary: summaryOf(row),
  sent: row.picture,
  preparation: row.preparation,
  sid: row.sid,
  invoice: meaning?.service === 'vat-invoice' ? { ...meaning.invoice } : null,
  faces: meaning?.service === 'face-detect' ? { count: meaning.faces.faces.length } : null,
  history: { canUndo: undo !== null, canRedo: redo !== null },
});

/**
 * A page that has come to its end, as exports see it: faces that the user excluded are not in it. Where asking once
 * more failed, it is what was read before.
 */
export const exportPageOf = (row: PageRow, source: string, meaning: Meaning | null): ExportPage => ({
  source,
  page: row.page,
  service: row.service,
  sid: row.sid,
  reused: row.reused,
  answeredAt: row.answeredAt,
  sandbox: row.sandbox,
  sent: row.picture,
  failure: row.state === 'recognized' ? null : row.failure,
  invoice: meaning?.service === 'vat-invoice' ? meaning.invoice : null,
  faces: meaning?.service === 'face-detect' ? countingFaces(meaning.faces, 0) : null,
  faceNotes: meaning?.service === 'face-detect' ? meaning.faces.notes : new Map(),
});
