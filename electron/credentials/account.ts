import { inspect } from 'node:util';

/** All that a signed call needs. Log or serialize it and only the two public members come out. */
export type Account = {
  readonly appId: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
};

/** An account whose key and secret can be read by name and by a spread, but not by printing it. */
export const createAccount = ({ appId, baseUrl, apiKey, apiSecret }: Account): Account => {
  const shown = () => ({ appId, baseUrl });
  return Object.freeze(
    Object.defineProperties(
      { appId, baseUrl, apiKey, apiSecret },
      { toJSON: { value: shown }, [inspect.custom]: { value: shown } },
    ),
  );
};
