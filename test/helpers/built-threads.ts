import { vi } from 'vitest';
import { createWorkerPool } from '../../electron/infra/worker-pool.ts';
import { reuseThread } from './reused-threads.ts';
import { addressInTests } from './thread-addresses.ts';

// Tests start threads and decoders from the build, in a fraction of the processor time that their sources take.
vi.mock('../../electron/infra/thread-address.ts', async (load) => {
  const { threadAddress } = await load<typeof import('../../electron/infra/thread-address.ts')>();
  return { threadAddress: addressInTests(threadAddress) };
});

type Threads = typeof import('../../electron/infra/task-thread.ts');

vi.mock('../../electron/infra/task-thread.ts', async (load) => {
  const startThread = reuseThread((await load<Threads>()).startThread);
  const createTaskThread: Threads['createTaskThread'] = ({ idleMs, ...options }) =>
    createWorkerPool({ start: () => startThread(options), idleMs });
  return { startThread, createTaskThread };
});
