import { registerHooks } from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

/**
 * `node run.ts out/main/main.js [ARGUMENT…]`: runs the program on the stand-in. As in Electron, it becomes
 * ready only after the main module has finished, so a top-level await on readiness hangs here, too.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('electron.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});

const [main, ...given] = process.argv.slice(2);
if (!main) throw new Error('Usage: run.ts MAIN [ARGUMENT…]');
// In a package, the program's own path replaces its main module.
process.argv =
  process.env.VOUCH_STAND_IN_PACKAGED === '1'
    ? [process.execPath, ...given]
    : [process.execPath, main, ...given];
if (process.env.VOUCH_STAND_IN_CHROMIUM === 'none') {
  // On a machine without a display, the main module runs and either exits or never becomes ready.
  await import(pathToFileURL(main).href);
  throw new Error('There is no display.');
}
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
