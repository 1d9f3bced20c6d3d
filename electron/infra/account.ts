import { inspect } from 'node:util';

type Secrets = {
  /** Can be read by name, and in no other way: see createAccount. */
  readonly apiKey: string;
  readonly apiSecret: string;
};

/** All that a signed call needs. The base URL is a text as the user keeps it, or the parsed address. */
export type Account<Address = string> = Secrets & {
  readonly appId: string;
  readonly baseUrl: Address;
};

/**
 * An account whose key and secret are read by name only: they are in no copy by spread or structuredClone, no JSON, and
 * nothing that is printed.
 */
export const createAccount = <Address>(parts: Account<Address>): Account<Address> => {
  const { appId, baseUrl, apiKey, apiSecret } = parts;
  const shown = () => ({ appId, baseUrl });
  const account = { appId, baseUrl, apiKey, apiSecret };
  return Object.freeze(
    Object.defineProperties(account, {
      apiKey: { enumerable: false },
      apiSecret: { enumerable: false },
      [inspect.custom]: { value: shown },
    }),
  );
};
