import { z } from 'zod';
import type { PageId } from '../../../shared/contract/page.ts';
import type { ReadStore, WriteStore } from '../port.ts';
import type { Extraction } from '../records/extraction.ts';
import { extractionRow } from '../records/rows.ts';
import { dropResult } from './endings.ts';
import { all, change, first, type SqlSteps, type StepsOf } from './steps.ts';

const idRow = z.object({ id: z.int() });

const selectExtractions = `
  SELECT extractions.id, extractions.page, extractions.reader, extractions.version,
    extractions.created_at AS "createdAt", extractions.call AS "callId", calls.picture, pictures.qr, extractions.payload
  FROM extractions LEFT JOIN calls ON calls.id = extractions.call
    LEFT JOIN pictures ON pictures.sha256 = calls.picture`;

/** Null for a damaged row: its page has lost that extraction, and the others are unchanged. */
const readExtraction = (row: unknown): Extraction | null => extractionRow.safeParse(row).data ?? null;

export const extractionReads = {
  *extraction(id) {
    return readExtraction(yield* first(`${selectExtractions} WHERE extractions.id = $1`, id));
  },
  *extractionsOf(page) {
    const rows = yield* all(`${selectExtractions} WHERE extractions.page = $1 ORDER BY extractions.id`, page);
    return rows.flatMap((row) => readExtraction(row) ?? []);
  },
} satisfies StepsOf<Pick<ReadStore, 'extraction' | 'extractionsOf'>>;

const insertExtraction = `
  INSERT INTO extractions (page, reader, version, created_at, payload) VALUES ($1, $2, $3, $4, $5) RETURNING id`;

const updateShown = `
  UPDATE pages SET state = 'recognized', failure = NULL, call = NULL, extraction = $2, reused = 0, finished_at = $3
  WHERE id = $1`;

function* show(page: PageId, extraction: number, at: string): SqlSteps<void> {
  yield* dropResult(page);
  yield* change(updateShown, page, extraction, at);
}

export const extractionWrites = (now: () => Date) =>
  ({
    *addExtraction(page, { version, payload }) {
      const at = now().toISOString();
      const kept = JSON.stringify(payload);
      const { id } = idRow.parse(yield* first(insertExtraction, page, payload.reader, version, at, kept));
      yield* show(page, id, at);
      return id;
    },
    *showExtraction(page, id) {
      yield* show(page, id, now().toISOString());
    },
  }) satisfies StepsOf<Pick<WriteStore, 'addExtraction' | 'showExtraction'>>;
