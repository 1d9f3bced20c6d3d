import { onTestFinished } from 'vitest';
import { randomAccount, startSandbox } from '../../electron/extract/sandbox/server.ts';
import type { Truth } from '../../electron/extract/sandbox/truths.ts';
import { pass, startFaultServer, type Fault } from './fault-server.ts';
import type { WhenFinished } from './temporary-folder.ts';

/** A service with its own account, behind a server that counts its calls and can make them fail; the caller closes it. */
export const openCountingService = async (
  truths: readonly Truth[],
  script: (index: number) => Fault = () => pass,
) => {
  const account = randomAccount();
  const sandbox = await startSandbox({ truths, account, now: () => new Date() });
  const front = await startFaultServer({ script, forwardTo: sandbox.baseUrl });
  return {
    close: async () => {
      await front.close();
      await sandbox.close();
    },
    baseUrl: front.baseUrl,
    account,
    calls: () => front.taken.length,
    environment: {
      VOUCH_BASE_URL: front.baseUrl,
      VOUCH_APP_ID: account.appId,
      VOUCH_API_KEY: account.apiKey,
      VOUCH_API_SECRET: account.apiSecret,
    },
  };
};

/**
 * The same for the running test, closed when it ends.
 * @param whenFinished a test that runs at the same time as others passes its own
 */
export const startCountingService = async (
  truths: readonly Truth[],
  script?: (index: number) => Fault,
  whenFinished: WhenFinished = onTestFinished,
) => {
  const service = await openCountingService(truths, script);
  whenFinished(service.close);
  return service;
};
