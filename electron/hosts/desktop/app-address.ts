/** The scheme and host under which the interface is served; nothing else is ever shown in a window. */
export const appScheme = 'vouch';
export const appHost = 'app';
export const appOrigin = `${appScheme}://${appHost}`;
export const startAddress = `${appOrigin}/`;

/**
 * Parses an address of the app's own host; null for every other text. `new URL` gives a scheme that it does not know an
 * opaque origin, so scheme and host are compared, and nothing may stand around them.
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
