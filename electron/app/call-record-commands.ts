import type { CallRecord } from '../../shared/contract/history.ts';
import { failed, success } from '../../shared/result.ts';
import type { Account } from '../infra/account.ts';
import { createRedactor, redactLongWords } from '../infra/redact.ts';
import type { ReadStore } from '../store/port.ts';
import type { Handlers } from './handlers.ts';
import { pageNotFound } from './command-failures.ts';

/** A record without secrets, signatures and pictures, even if the service's response contains them. */
export const cleanRecord = (record: CallRecord, secrets: readonly string[]): CallRecord => {
  const withoutSecrets = createRedactor(() => secrets);
  // The record exists for the session id: support finds the call by it.
  const sid = record.sid === null ? null : withoutSecrets(record.sid);
  const clean = (text: string | null): string | null =>
    text === null ? null : redactLongWords(withoutSecrets(text), sid);
  return {
    ...record,
    appId: withoutSecrets(record.appId),
    baseUrl: withoutSecrets(record.baseUrl),
    sid,
    serverDate: clean(record.serverDate),
    retryAfter: clean(record.retryAfter),
    failure: record.failure && { ...record.failure, detail: clean(record.failure.detail) },
  };
};

export const callRecordCommands = (
  store: Pick<ReadStore, 'page' | 'callsOf'>,
  account: () => Promise<Account | null>,
): Pick<Handlers, 'pages.calls'> => ({
  'pages.calls': async ({ id }) => {
    if (!(await store.page(id))) return failed(pageNotFound);
    const known = await account();
    const secrets = known ? [known.apiKey, known.apiSecret] : [];
    const calls = await store.callsOf(id);
    return success({ calls: calls.map((record) => cleanRecord(record, secrets)) });
  },
});
