import { inspect } from 'node:util';

type Secrets = {
  /** Readable only by its property name: see createAccount. */
  readonly apiKey: string;
  readonly apiSecret: string;
};

/** Everything that a signed call needs. The base URL is the user's text, or the parsed address. */
export type Account<Address = string> = Secrets & {
  readonly appId: string;
  readonly baseUrl: Address;
};

/**
 * An account whose key and secret can be read only by property name. They do not appear in copies by spread
 * or structuredClone, in JSON, or in printed output.
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
