// A thread that runs the program's threads one after the other, each as if it had just started. Their common modules stay
// loaded.
/* oxlint-disable unicorn/require-post-message-target-origin -- a port has no origin */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { parentPort } from 'node:worker_threads';

const threads = createRequire(import.meta.url)('node:worker_threads');
let started = 0;

parentPort.once('message', (control) => {
  control.on('message', async ({ address, data }) => {
    parentPort.removeAllListeners('message');
    threads.workerData = data;
    syncBuiltinESMExports();
    started += 1;
    await import(`${address}?${started}`);
    control.postMessage('ready');
  });
});
