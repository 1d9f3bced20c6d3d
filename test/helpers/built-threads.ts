import { vi } from 'vitest';
import { addressInTests } from './thread-addresses.ts';

// A backend within a test starts its threads and decoders from the build. Unit tests start them from their sources.
vi.mock('../../electron/infra/thread-address.ts', async (load) => {
  const { threadAddress } = await load<typeof import('../../electron/infra/thread-address.ts')>();
  return { threadAddress: addressInTests(threadAddress) };
});
