import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { RunningApp } from '../app-fixtures/running-app.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe reports, with their position in the page. */
export const violations = async ({ page }: Pick<RunningApp, 'page'>): Promise<readonly string[]> => {
  await page.evaluate(axeSource);
  const found = await page.evaluate<AxeResults>('axe.run()');
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`),
  );
};
