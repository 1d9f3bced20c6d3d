import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/**
 * A page of the interface may only load its own scripts, styles and pictures. There is no inline script. The
 * only inline style comes from react-aria, with the nonce from the page's meta tag.
 */
const contentPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** A response that is not a page may do nothing if it is opened as one. */
export const inertPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** Sent with every response. The window stores nothing on disk: invoices contain other people's data. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), payment=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** A response of any host: HTTP in the browser host, the app's own scheme in the desktop host. */
export type FileAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
};

type PageHost = 'office';

export type InterfaceFiles = {
  /** Null if the interface has no such file. */
  readonly answer: (pathname: string) => Promise<FileAnswer | null>;
};

/** Only these types are served; other files in the folder are not. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Passes the nonce to the code that injects a style at run time (react-aria reads this meta tag). */
export const withNonce = (page: string, nonce: string): string =>
  page.replace(/<head[^>]*>/i, (head) => `${head}<meta property="csp-nonce" nonce="${nonce}">`);

/** Names the page's host in it, if that is neither the desktop program nor the browser host. */
const withHost = (page: string, host: PageHost | null): string =>
  host === null
    ? page
    : page.replace(/<head[^>]*>/i, (head) => `${head}<meta name="vouch-host" content="${host}">`);

const answerPage = (page: Buffer, host: PageHost | null): FileAnswer => {
  const nonce = randomBytes(16).toString('base64');
  return {
    status: 200,
    headers: {
      ...securityHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentPolicy(nonce),
    },
    bytes: Buffer.from(withHost(withNonce(page.toString('utf8'), nonce), host)),
  };
};

const answerAsset = (type: string, bytes: Buffer): FileAnswer => ({
  status: 200,
  headers: { ...securityHeaders, 'content-type': type, 'content-security-policy': inertPolicy },
  bytes,
});

/**
 * Maps the paths of requests to paths on disk. Requests are only looked up here, so they can never name
 * another file.
 */
const listFiles = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && extname(entry.name) in types)
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(folder.length).split(sep).join('/'), path]));
};

/** The built interface in a folder. */
export const openInterfaceFiles = (folder: string, host: PageHost | null = null): InterfaceFiles => {
  let listed: Promise<ReadonlyMap<string, string>> | null = null;
  return {
    answer: async (pathname) => {
      listed ??= listFiles(folder);
      const path = (await listed).get(pathname === '/' ? '/index.html' : pathname);
      if (!path) return null;
      const bytes = await readFile(path);
      const type = types[extname(path)];
      if (!type) return null;
      return type.startsWith('text/html') ? answerPage(bytes, host) : answerAsset(type, bytes);
    },
  };
};
