import { z } from 'zod';
import { recentBatchSchema, type RecentBatch } from '../../../shared/contract/history.ts';
import type { Backend } from '../../app/contract.ts';

const shown = 10;
/** A running batch changes with each document, so the menu is updated less often. */
const restMs = 1000;

const changing: ReadonlySet<string> = new Set(['pages.changed', 'pages.removed', 'data.replaced']);

const responseSchema = z.object({
  ok: z.literal(true),
  value: z.object({ batches: z.array(recentBatchSchema) }),
});

/** Reports the last batches, now and whenever they change. */
export const followBatches = async (
  backend: Promise<Backend>,
  apply: (batches: readonly RecentBatch[]) => void,
  onBug: (error: unknown) => void,
): Promise<void> => {
  const standing = await backend;
  let known = '[]';
  let waiting = false;
  const look = async (): Promise<void> => {
    const result = responseSchema.safeParse(await standing.invoke('history.batches', { limit: shown }));
    if (!result.success) return;
    const { batches } = result.data.value;
    const now = JSON.stringify(batches);
    if (now === known) return;
    known = now;
    apply(batches);
  };
  standing.listen((event) => {
    if (waiting || !changing.has(event.type)) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      look().catch(onBug);
    }, restMs).unref();
  });
  await look();
};
