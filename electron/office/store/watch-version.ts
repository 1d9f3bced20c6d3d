import { sql } from 'kysely';
import { z } from 'zod';
import type { OfficeStore } from './open-store.ts';
import { isAway } from './failures.ts';

const versionRow = z.object({ version: z.int() });
const usualEveryMs = 10_000;

/**
 * Checks whether a newer program has changed the schema: this process must then stop writing. Queries an
 * unreachable database again.
 * @param onNewer called once, with both versions
 * @param onBug receives all errors but those of an unreachable database
 * @returns a function that ends the watch
 */
export const watchVersion = (
  { connection: { db }, office }: Pick<OfficeStore, 'connection' | 'office'>,
  onNewer: (detail: string) => void,
  onBug: (error: unknown) => void,
  everyMs = usualEveryMs,
): (() => void) => {
  const look = async (): Promise<void> => {
    const { rows } = await sql`SELECT version FROM office`.execute(db);
    const { version } = versionRow.parse(rows[0]);
    if (version === office.version) return;
    clearInterval(timer);
    onNewer(`${version} > ${office.version}`);
  };
  const report = (error: unknown): void => {
    if (!isAway(error)) onBug(error);
  };
  const timer = setInterval(() => void look().catch(report), everyMs);
  timer.unref();
  return () => clearInterval(timer);
};
