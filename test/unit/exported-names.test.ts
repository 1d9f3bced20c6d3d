import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const declared = /^export (?:async )?(?:const|type|function\*?|class|interface) (\w+)/gmu;

test('gives each exported name one meaning', () => {
  const places = new Map<string, string[]>();
  for (const folder of ['electron', 'shared', 'renderer'])
    for (const { name, parentPath } of readdirSync(join(root, folder), {
      recursive: true,
      withFileTypes: true,
    })) {
      if (!/\.tsx?$/u.test(name) || parentPath.includes('node_modules')) continue;
      const path = join(parentPath, name);
      const names = new Set([...readFileSync(path, 'utf8').matchAll(declared)].map(([, one = '']) => one));
      for (const one of names) places.set(one, [...(places.get(one) ?? []), path.slice(root.length)]);
    }
  expect(places.size).toBeGreaterThan(1_000);
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
});
