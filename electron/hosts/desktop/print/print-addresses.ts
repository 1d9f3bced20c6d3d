import { pathToFileURL } from 'node:url';

/** Chromium's viewer of PDFs: an extension that is part of Chromium, with a constant id. */
const viewer = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/';

/** Schemes that the viewer loads its own parts from; none of them leaves the program. */
const viewerSchemes: ReadonlySet<string> = new Set([
  'chrome-extension:',
  'chrome:',
  'chrome-untrusted:',
  'blob:',
  'data:',
]);

export type PrintAddresses = {
  /** Whether a frame of the print window may navigate to the address. */
  readonly mayShow: (address: string) => boolean;
  /** Whether the print window may load the address. */
  readonly mayLoad: (address: string) => boolean;
};

/** The addresses that the print window may use: PDFs in the folder for printing, and Chromium's viewer. */
export const printAddresses = (folder: string): PrintAddresses => {
  const inFolder = (address: string): boolean => {
    const url = URL.parse(address);
    return url !== null && url.protocol === 'file:' && url.href.startsWith(`${pathToFileURL(folder).href}/`);
  };
  return {
    mayShow: (address) => inFolder(address) || address.startsWith(viewer),
    mayLoad: (address) => inFolder(address) || viewerSchemes.has(URL.parse(address)?.protocol ?? ''),
  };
};
