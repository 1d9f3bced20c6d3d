import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { layerOf, whyForbidden } from '../../build/lint-layers.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

const tableSchema = z.object({
  overrides: z.array(
    z.object({
      rules: z.object({
        'vouch/layers': z.tuple([z.string(), z.record(z.string(), z.array(z.string()))]).optional(),
      }),
    }),
  ),
});
const { overrides } = tableSchema.parse(JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')));
const [, layers = {}] = overrides.find(({ rules }) => rules['vouch/layers'])?.rules['vouch/layers'] ?? [];

/** The sources below a folder, by their paths from the root. */
const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(({ name, parentPath }) => /\.tsx?$/u.test(name) && !parentPath.includes('node_modules'))
    .map(({ name, parentPath }) => join(parentPath, name).slice(root.length).replaceAll('\\', '/'));

const sources = ['shared', 'electron', 'renderer'].flatMap(sourcesIn);

/** Each import of a file by another one, including type-only imports. */
const imports = sources.flatMap((from) =>
  [...readFileSync(join(root, from), 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/gu)].map(
    ([, target = '']) => ({ from, to: join(dirname(from), target).replaceAll('\\', '/') }),
  ),
);

describe('the layers in .oxlintrc.json', () => {
  test('have a rule for each folder, and no rule for a missing one', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter((path) => layerOf(layers, path) === null)).toEqual([]);
    for (const name of Object.keys(layers)) expect(statSync(join(root, name)).size).toBeGreaterThan(0);
  });

  test('allow every import', () => {
    expect(imports.length).toBeGreaterThan(3_000);
    expect(imports.map(({ from, to }) => whyForbidden(layers, from, to)).filter(Boolean)).toEqual([]);
  });

  test('allow nothing that is not needed', () => {
    const used = new Set(
      imports.flatMap(({ from, to }) => {
        const imported = layerOf(layers, to);
        return [
          `${layerOf(layers, from)} → ${imported}`,
          `${layerOf(layers, from)} → ${to}`,
          `${from} → ${imported}`,
        ];
      }),
    );
    const unused = Object.entries(layers)
      .flatMap(([name, allowed]) => allowed.map((one) => `${name} → ${one}`))
      .filter((arrow) => !arrow.endsWith('/**') && !used.has(arrow));
    expect(unused).toEqual([]);
  });

  test('have an order, without circles', () => {
    const folders = Object.keys(layers).filter((name) => !name.endsWith('.ts'));
    const below = (name: string): readonly string[] =>
      folders.filter((one) =>
        layers[name]?.some((allowed) =>
          allowed.endsWith('/**')
            ? `${one}/`.startsWith(allowed.slice(0, -2))
            : (allowed.endsWith('.ts') ? layerOf(layers, allowed) : allowed) === one,
        ),
      );
    const ordered = new Set<string>();
    for (let before = -1; before < ordered.size;) {
      before = ordered.size;
      for (const name of folders) if (below(name).every((one) => ordered.has(one))) ordered.add(name);
    }
    expect(folders.filter((name) => !ordered.has(name))).toEqual([]);
  });

  test.each([
    ['electron/infra/log.ts', 'electron/extract/reader.ts'],
    ['electron/extract/document/pdf/read-pdf.ts', 'electron/intake/limits.ts'],
    ['electron/intake/archive.ts', 'electron/export/rows.ts'],
    ['electron/pipeline/queue.ts', 'electron/app/home.ts'],
    ['electron/app/home.ts', 'electron/store/sqlite/open-store.ts'],
    ['electron/office/server/server.ts', 'electron/hosts/cli/run.ts'],
    ['electron/hosts/cli/run.ts', 'electron/office/open-office.ts'],
    ['electron/app/home.ts', 'electron/books/books-commands.ts'],
    ['renderer/features/totals/period.ts', 'renderer/features/books/books-dialog.tsx'],
    ['renderer/state/focus.ts', 'renderer/ui/keys.ts'],
    ['shared/services/limits.ts', 'electron/infra/log.ts'],
    ['shared/texts/menu.ts', 'shared/contract/menu.ts'],
    ['shared/review/totals.ts', 'shared/contract/page.ts'],
    ['electron/new/file.ts', 'electron/infra/log.ts'],
  ])('do not let %s import %s', (from, to) => {
    expect(whyForbidden(layers, from, to)).toMatch(/\.oxlintrc\.json/u);
  });

  test('let data-folder.ts open the ledger', () => {
    const ledger = 'electron/store/sqlite/open-store.ts';
    expect(whyForbidden(layers, 'electron/app/data-folder.ts', ledger)).toBeNull();
  });
});
