import { z } from 'zod';
import type { KeyValueStore } from './host.ts';

const storeKey = 'account';

/** The record in the host's store, with the key and the secret encrypted. */
const keptSchema = z.object({
  appId: z.string().catch(''),
  baseUrl: z.string().catch(''),
  apiKey: z.string().min(1).nullable().catch(null),
  apiSecret: z.string().min(1).nullable().catch(null),
});
type KeptAccount = z.infer<typeof keptSchema>;

const nothingKept: KeptAccount = { appId: '', baseUrl: '', apiKey: null, apiSecret: null };

/** A damaged record counts as absent, a damaged member as missing. */
export const readKept = (store: KeyValueStore): KeptAccount => {
  const kept = keptSchema.safeParse(store.get(storeKey));
  return kept.success ? kept.data : nothingKept;
};

export const writeKept = (store: KeyValueStore, kept: KeptAccount): void => store.set(storeKey, kept);

export const deleteKept = (store: KeyValueStore): void => store.delete(storeKey);
