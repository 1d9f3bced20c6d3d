import process from 'node:process';
import { z } from 'zod';
import { startSandbox } from '../../electron/extract/sandbox/server.ts';
import { soakDocument } from './soak-document.ts';

/** A sandbox in a separate process, so that its memory is not measured; prints its address. */
const task = z
  .object({
    documents: z.int(),
    account: z.object({ appId: z.string(), apiKey: z.string(), apiSecret: z.string() }),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const truths = Array.from({ length: task.documents }, (_, index) => soakDocument(index).truth);
const sandbox = await startSandbox({ truths, account: task.account, now: () => new Date() });
process.stdout.write(`${sandbox.baseUrl}\n`);
