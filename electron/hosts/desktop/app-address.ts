/** The scheme and host of the interface; a window never shows anything else. */
export const appScheme = 'vouch';
const appHost = 'app';
export const appOrigin = `${appScheme}://${appHost}`;
export const startAddress = `${appOrigin}/`;

/**
 * Parses an address of the app's own host; null for every other text. `new URL` gives an unknown scheme an
 * opaque origin, so scheme and host are compared, and no other part may be present.
 */
export const parseAppAddress = (address: string): URL | null => {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isOwn =
    url.protocol === `${appScheme}:` &&
    url.host === appHost &&
    url.username === '' &&
    url.password === '' &&
    !/[\s\\]/.test(address);
  return isOwn ? url : null;
};
