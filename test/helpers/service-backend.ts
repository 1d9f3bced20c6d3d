import { join } from 'node:path';
import type { Host } from '../../electron/app/contract.ts';
import { startCountingService } from './counting-service.ts';
import type { Fault } from './fault-server.ts';
import { madeInvoice, writeMade } from './made-invoices.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { startBackend } from './test-backend.ts';

const invoices = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => madeInvoice(index + 1)));

/** A file as a window adds it. */
export const asBytes = ({ name, bytes }: { name: string; bytes: Buffer }) =>
  ({ kind: 'bytes', name, bytes: new Uint8Array(bytes) }) as const;

/** A backend whose account uses a service that counts its calls. */
export const withService = async (
  count: number,
  script?: (index: number) => Fault,
  over: Partial<Host> = {},
) => {
  const made = await invoices(count);
  const folder = await temporaryFolder();
  const { input } = await writeMade(folder, made);
  const service = await startCountingService(
    made.map(({ truth }) => truth),
    script,
  );
  const home = join(folder, 'home');
  const started = await startBackend({ home, environment: service.environment, ...over });
  return { ...started, made, folder, input, service };
};
