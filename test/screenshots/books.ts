import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { startDesktop } from '../helpers/app-fixtures/desktop-app.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import { booksStates } from './books-states.ts';

/**
 * Takes the dialogs for the books in both languages, both themes and four sizes of the window; or only the looks that
 * are named, like `zh-CN.dark`.
 */

const sizes = [
  { width: 800, height: 600 },
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;
const folder = join(projectFolder, 'screenshots');

const onlyLooks = process.argv.slice(2);
let taken = 0;

mkdirSync(folder, { recursive: true });
for (const locale of ['zh-CN', 'en-US'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    if (onlyLooks.length > 0 && !onlyLooks.includes(`${locale}.${colorScheme}`)) continue;
    const app = await startDesktop({ locale, colorScheme, viewport: sizes[2] });
    // On a busy machine, the picture of a file takes longer.
    app.page.setDefaultTimeout(120_000);
    for (const { name, shown, reach } of booksStates) {
      await app.page.setViewportSize(sizes[2]);
      await reach(app);
      for (const size of sizes) {
        await app.page.setViewportSize(size);
        await app.page.waitForTimeout(250);
        if (shown) await app.page.locator(shown).evaluate((element) => element.scrollIntoView(false));
        const look = `${locale}.${colorScheme}.${size.width}x${size.height}`;
        await app.page.screenshot({ path: join(folder, `${name}.${look}.png`) });
        taken += 1;
      }
    }
    await app.close();
  }
}
console.log(`${taken} screenshots in ${folder}`);
process.exit(0);
