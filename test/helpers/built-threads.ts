import { vi } from 'vitest';
import { addressInTests } from './thread-addresses.ts';

// Tests start threads and decoders from the build, in a fraction of the processor time that their sources take.
vi.mock('../../electron/infra/thread-address.ts', async (load) => {
  const { threadAddress } = await load<typeof import('../../electron/infra/thread-address.ts')>();
  return { threadAddress: addressInTests(threadAddress) };
});
