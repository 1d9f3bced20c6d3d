import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// A command makes much that is soon garbage, and keeps little: without it V8 lets garbage of four times what is kept
// lie, and ten thousand invoices take seventy megabytes more.
setFlagsFromString('--memory-saver-mode');

if (import.meta.url.endsWith('.ts')) {
  // Each thread that reads sources needs memory and time to strip their types; what was compiled before needs none. The
  // folder belongs to the project: a user who can write there can change the program anyway.
  const cache = fileURLToPath(new URL('../../../node_modules/.cache/vouch', import.meta.url));
  process.env['NODE_COMPILE_CACHE'] ??= cache;
  enableCompileCache(process.env['NODE_COMPILE_CACHE']);
}

const { runProgram } = await import('./program.ts');
await runProgram(process.argv.slice(2));
