import { registerHooks } from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

/**
 * `node run.ts out/main/main.js`: the program on the stand-in. Like Electron it becomes ready only after the main module
 * has run to its end, so that a top-level await on readiness hangs here too.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('electron.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});

const [main] = process.argv.slice(2);
if (!main) throw new Error('Usage: run.ts MAIN');
const [{ openChromium }, { watchDownloads }, { app }, { takeControl }] = await Promise.all([
  import('./chromium.ts'),
  import('./browser-window.ts'),
  import('./app.ts'),
  import('./control.ts'),
]);
const { endpoint } = await openChromium();
await watchDownloads();
takeControl(endpoint);
await import(pathToFileURL(main).href);
app.becomeReady();
