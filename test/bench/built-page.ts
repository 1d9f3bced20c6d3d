import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';

const origin = 'http://bench.test';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Builds a page of this folder, which shows a part of the window on its own. */
export const buildPage = async (name: string, outDir: string): Promise<void> => {
  await build({
    root: join(import.meta.dirname, name),
    configFile: false,
    base: './',
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
  });
};

/** Opens a built page without a server. */
export const openBuiltPage = async (
  browser: Browser,
  folder: string,
  viewport: { readonly width: number; readonly height: number },
  query = '',
): Promise<Page> => {
  const page = await browser.newPage({ viewport });
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = pathname === '/' ? '/index.html' : pathname;
    const contentType = types[extname(file)] ?? 'application/octet-stream';
    await route.fulfill({ body: await readFile(join(folder, file)), contentType });
  });
  await page.goto(`${origin}/${query}`);
  return page;
};
