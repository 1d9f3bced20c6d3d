/**
 * Chromium loads no unknown scheme: the program's own scheme is served under a host name that can't exist.
 */
const served = 'https://app.vouch.invalid';
const own = 'vouch://app';

export const toServed = (address: string): string =>
  address === own || address.startsWith(`${own}/`) ? served + address.slice(own.length) : address;

export const fromServed = (address: string): string =>
  address === served || address.startsWith(`${served}/`) ? own + address.slice(served.length) : address;
