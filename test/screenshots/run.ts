import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startApp } from '../helpers/app.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import type { RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { untilIdle } from '../helpers/interface/steps.ts';
import { moreStates } from './more-states.ts';
import { states } from './states.ts';

/**
 * Takes every main state in both languages, both themes and five sizes of the window, and in the system's forced
 * colours; or only the looks that are named, like `zh-CN.dark` and `en-US.forced`.
 */

/** The first is 1440 × 900 at 200 %. */
const sizes = [
  { width: 720, height: 450 },
  { width: 800, height: 600 },
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;
type Size = (typeof sizes)[number];
const folder = join(projectFolder, 'screenshots');

/** Waits until nothing moves: no glide, no opening dialog. */
const settle = async (app: RunningApp): Promise<void> => {
  await app.page.waitForTimeout(250);
  if (await app.page.getByRole('application').first().isVisible()) await untilIdle(app);
};

let taken = 0;

const first = { width: 1440, height: 900 } as const;

const take = async (app: RunningApp, state: string, look: string, chosen: readonly Size[]): Promise<void> => {
  for (const size of chosen) {
    await app.page.setViewportSize(size);
    await settle(app);
    await app.page.screenshot({ path: join(folder, `${state}.${look}.${size.width}x${size.height}.png`) });
    taken += 1;
  }
};

/** Every state one after the other. The view is kept when the window grows or shrinks: each starts in one size. */
const takeAll = async (app: RunningApp, look: string, chosen: readonly Size[]): Promise<void> => {
  // On a busy machine, recognition takes longer.
  app.page.setDefaultTimeout(120_000);
  for (const { name, reach } of [...states, ...moreStates]) {
    await app.page.setViewportSize(first);
    await reach(app);
    await take(app, name, look, chosen);
  }
  await app.close();
};

mkdirSync(folder, { recursive: true });
const onlyLooks = process.argv.slice(2);
const isWanted = (look: string): boolean => onlyLooks.length === 0 || onlyLooks.includes(look);
for (const locale of ['zh-CN', 'en-US'] as const)
  for (const colorScheme of ['light', 'dark'] as const) {
    const look = `${locale}.${colorScheme}`;
    if (isWanted(look))
      await takeAll(await startApp('browser', { locale, colorScheme, viewport: first }), look, sizes);
  }
if (isWanted('en-US.forced')) {
  const forced = await startApp('browser', { locale: 'en-US', viewport: first });
  await forced.page.emulateMedia({ forcedColors: 'active' });
  await takeAll(forced, 'en-US.forced', [{ width: 800, height: 600 }, first]);
}
console.log(`${taken} screenshots in ${folder}`);
process.exit(0);
