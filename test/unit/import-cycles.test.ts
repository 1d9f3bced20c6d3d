import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(({ name, parentPath }) => /\.tsx?$/u.test(name) && !parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));

/** The files that a file imports, including type-only imports. */
const importsOf = (path: string, known: ReadonlySet<string>): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/gu)]
    .map(([, target = '']) => join(dirname(path), target))
    .filter((target) => known.has(target));

/** Every group of files that import one another, found by Tarjan's algorithm. */
const cyclesIn = (graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] => {
  const indexOf = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    const index = indexOf.size;
    indexOf.set(node, index);
    lowest.set(node, index);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!indexOf.has(next)) visit(next);
      if (stack.includes(next))
        lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? indexOf.get(next) ?? 0));
    }
    if (lowest.get(node) !== index) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) cycles.push(group);
  };
  for (const node of graph.keys()) if (!indexOf.has(node)) visit(node);
  return cycles;
};

test('finds a cycle', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['a', 'd']],
    ['d', []],
  ]);
  expect(cyclesIn(graph)).toEqual([['a', 'b', 'c']]);
});

test('has no import cycle, not even for types', () => {
  const sources = ['shared', 'electron', 'renderer'].flatMap(sourcesIn);
  const known = new Set(sources);
  const graph = new Map(sources.map((path) => [path, importsOf(path, known)]));
  expect(sources.length).toBeGreaterThan(500);
  expect(cyclesIn(graph).map((group) => group.map((path) => path.slice(root.length)))).toEqual([]);
});
