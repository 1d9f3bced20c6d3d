import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const files = globSync('renderer/**/*.{ts,tsx}', { cwd: root }).map((name) => ({
  name: name.replaceAll('\\', '/'),
  text: readFileSync(join(root, name), 'utf8'),
}));
const isState = (name: string): boolean => name.startsWith('renderer/state/');

describe('the stores of the window', () => {
  test('are created and written in renderer/state only', () => {
    const others = files.filter(({ name }) => !isState(name));
    expect(others.filter(({ text }) => /from 'zustand/.test(text)).map(({ name }) => name)).toEqual([]);
    expect(others.filter(({ text }) => /\w\.setState\b/.test(text)).map(({ name }) => name)).toEqual([]);
  });

  test('are exported for reading only', () => {
    const stores = files.filter(({ text }) => /from 'zustand/.test(text));
    expect(stores.length).toBeGreaterThan(8);
    for (const { name, text } of stores) {
      expect(text, name).toMatch(/^const \w+ = create</m);
      expect(text, name).not.toMatch(/^export const use\w+ = \w+;$/m);
      // Only a function with `write` in its name takes any state; lint keeps it within renderer/state.
      expect(text, name).not.toMatch(/^export const (?!write)\w+ = \w+\.setState/m);
      expect(text, name).not.toMatch(/^export (\{|const \w+ = create\b)/m);
    }
  });
});
