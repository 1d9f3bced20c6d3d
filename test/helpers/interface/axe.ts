import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunningApp } from '../app-fixtures/running-app.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Contrast depends on colours only, and the other rules do not. It takes most of the time of a run. */
type AxeRules = 'all' | 'contrast' | 'all-but-contrast';

const options = {
  all: {},
  contrast: { runOnly: ['color-contrast'] },
  'all-but-contrast': { rules: { 'color-contrast': { enabled: false } } },
} as const;

/** The violations that axe reports, with their position in the page. */
export const violations = async (
  { page }: Pick<RunningApp, 'page'>,
  rules: AxeRules = 'all',
): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // Only the violations leave the page: the whole result names every node that passed.
  return page.evaluate<
    readonly string[]
  >(`axe.run({ ...${JSON.stringify(options[rules])}, resultTypes: ['violations'] }).then(
    (found) => found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => id + ': ' + html + ' ' + (any[0]?.message ?? ''))))`);
};
