import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

/** Servers and workers run for days and must respond quickly. */
const servers: ReadonlySet<string | undefined> = new Set(['serve', 'worker']);

// A long command allocates much and keeps little. Without this mode, V8 lets garbage grow to four times the live heap,
// which is 70 MB more for ten thousand invoices. The mode also invalidates all cached code, which would cost a short
// command a fifth of its time.
if (!servers.has(process.argv[2])) setTimeout(() => setFlagsFromString('--memory-saver-mode'), 1000).unref();

if (import.meta.url.endsWith('.ts')) {
  // Each thread that reads sources needs memory and time to strip their types; what was compiled before needs none. The
  // folder belongs to the project: a user who can write there can change the program anyway.
  const cache = fileURLToPath(new URL('../../../node_modules/.cache/vouch', import.meta.url));
  process.env['NODE_COMPILE_CACHE'] ??= cache;
  enableCompileCache(process.env['NODE_COMPILE_CACHE']);
}

const { runProgram } = await import('./program.ts');
await runProgram(process.argv.slice(2));
