import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { playwright } from '@vitest/browser-playwright';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { chromiumFlags, chromiumPath } from './build/chromium.mjs';
import { isBuilt } from './build/compile.mjs';

// Tests start hundreds of threads and programs from their sources: Node.js compiles each module only once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');
// Programs under test start from the build, unless the sources are newer. `npm test` builds them first.
process.env.VOUCH_TEST_BUILT ??= isBuilt() ? 'yes' : 'no';

/** Whole programs, sockets, a browser and a busy machine: tests that pass only at the second attempt are reported. */
const onceMore = { retry: 1 };
/** No test measures time: a busy machine only takes longer. */
const patient = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 40_000 } } };

export default defineConfig({
  test: {
    // Vitest's default leaves one core idle, which is half of a machine with two. Window specs often wait, so
    // running more of them than cores keeps all cores busy.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          environment: 'node',
          ...patient,
          setupFiles: ['test/helpers/built-threads.ts'],
          // Files share a worker's modules: importing them again for each file takes longer than the tests.
          isolate: false,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          environment: 'node',
          ...patient,
          ...onceMore,
          setupFiles: ['test/helpers/built-threads.ts'],
          // As above.
          isolate: false,
          // Some start the whole program several times.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'canvas',
          include: ['test/canvas/**/*.test.{ts,tsx}'],
          ...patient,
          ...onceMore,
          browser: {
            enabled: true,
            headless: true,
            // Fits in the page that Playwright opens, which sometimes keeps its own size of 1280 × 720.
            viewport: { width: 1024, height: 700 },
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: chromiumPath() ?? '', args: chromiumFlags },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          environment: 'node',
          // Files share a worker's modules, and with them one Chromium.
          isolate: false,
          ...patient,
          ...onceMore,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
