import { expect, test } from 'vitest';
import { onRealElectron, startDesktop } from '../helpers/app-fixtures/desktop-app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { dropOnSandbox, openDocument, sample } from '../helpers/interface/steps.ts';

test.skipIf(onRealElectron)(
  'the guide opens from the menu and from a finding, without a network',
  async () => {
    const app = await startDesktop();
    const { page, standIn } = app;
    await standIn?.clickMenu('Help', 'Guide');
    const guide = page.getByRole('dialog', { name: 'Guide' });
    await guide.getByRole('heading', { name: 'First steps' }).waitFor();
    expect(await violations(app)).toEqual([]);
    await guide.getByRole('button', { name: 'Export' }).click();
    // A link leads to another page of the guide.
    await guide.getByRole('button', { name: 'Command line' }).last().click();
    await guide.getByRole('heading', { name: 'Command line' }).waitFor();
    await page.keyboard.press('Escape');

    await dropOnSandbox(
      app,
      sample('special-paper-wrong-words.jpg'),
      sample('ordinary-paper-wrapped-names.jpg'),
    );
    await openDocument(app, 'ordinary-paper-wrapped-names.jpg');
    // A note has one, like a warning.
    await page.getByRole('button', { name: /^Why\?.*code of 20 digits/u }).waitFor();
    await openDocument(app, 'special-paper-wrong-words.jpg');
    await page
      .getByRole('button', { name: /^Why\?/ })
      .first()
      .click();
    const section = guide.getByRole('heading', { name: 'Amounts and rates' });
    await section.waitFor();
    await expect.poll(() => section.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await standIn?.record())?.refusedRequests).toEqual([]);
    await app.close();
  },
);
