import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startApp } from '../helpers/app.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import type { RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { untilAtRest } from '../helpers/interface/steps.ts';
import { states } from './states.ts';

/** Takes every main state in both languages, both themes and three sizes of the window. */

const sizes = [
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;
const folder = join(projectFolder, 'screenshots');

/** Until nothing moves any more: no glide, no dialog that opens. */
const settle = async (app: RunningApp): Promise<void> => {
  await app.page.waitForTimeout(250);
  if (await app.page.getByRole('application').first().isVisible()) await untilAtRest(app);
};

const take = async (app: RunningApp, state: string, look: string): Promise<void> => {
  for (const size of sizes) {
    await app.page.setViewportSize(size);
    await settle(app);
    await app.page.screenshot({ path: join(folder, `${state}.${look}.${size.width}x${size.height}.png`) });
  }
};

mkdirSync(folder, { recursive: true });
for (const locale of ['zh-CN', 'en-US'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const app = await startApp('browser', { locale, colorScheme, viewport: sizes[1] });
    for (const { name, reach } of states) {
      // The view is kept when the window grows or shrinks: each state is come to in the same window.
      await app.page.setViewportSize(sizes[1]);
      await reach(app);
      await take(app, name, `${locale}.${colorScheme}`);
    }
    await app.close();
  }
}
console.log(`${states.length * sizes.length * 4} screenshots in ${folder}`);
process.exit(0);
