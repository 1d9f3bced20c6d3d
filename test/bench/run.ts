import { registerHooks } from 'node:module';
import type { BenchRow } from './row.ts';

// Threads start from the build, as in the packed program: from the sources, loading them would be most of what is
// measured.
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    if (!found.url.endsWith('/electron/infra/thread-address.ts')) return found;
    return { ...found, url: new URL('built-thread-address.ts', import.meta.url).href };
  },
});

/** Runs one benchmark and prints its rows; exits with 1 if a figure exceeds its limit. */
const isBench = (module: unknown): module is { run: (parts: readonly string[]) => Promise<BenchRow[]> } =>
  typeof module === 'object' && module !== null && 'run' in module && typeof module.run === 'function';

const [name = '', ...parts] = process.argv.slice(2);
const module: unknown = await import(`./${name}.ts`);
if (!isBench(module)) throw new Error(`test/bench/${name}.ts exports no run()`);

const rows = await module.run(parts);
const isHeld = ({ ratio, limit }: BenchRow) => ratio <= limit;
console.log(`\n${name}`);
console.table(
  rows.map((row) => ({
    what: row.name,
    measured: row.measured,
    floor: row.floor,
    ratio: Number(row.ratio.toFixed(2)),
    'at most': row.limit,
    held: isHeld(row) ? 'yes' : 'NO',
  })),
);
process.exit(rows.every(isHeld) ? 0 : 1);
