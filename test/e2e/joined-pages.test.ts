import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApp } from '../helpers/app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { dropOnSandbox, eventually } from '../helpers/interface/steps.ts';
import { goods, invoiceOfLines, madePage, spread } from '../helpers/joined-pages.ts';
import { writeMade } from '../helpers/made-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

test(
  'joins the pages of one invoice, reviews them as one, splits them, and undoes it',
  { timeout: 120_000 },
  async () => {
    const whole = invoiceOfLines([
      goods('*纸制品*复印纸', 10_000),
      goods('*纸制品*信封', 20_000),
      goods('*文具*签字笔', 33_300),
    ]);
    const [one, two] = spread(whole, [2, 1]);
    if (!one || !two) throw new Error('two pages');
    const pages = [madePage('page-1.png', one, 1), madePage('page-2.png', two, 2)];
    const { input, truths } = await writeMade(await temporaryFolder(), pages);
    const app = await startApp('browser', { truths });
    const { page } = app;
    await dropOnSandbox(app, ...pages.map(({ name }) => join(input, name)));
    const list = page.getByRole('grid', { name: 'List of documents' }).getByRole('row');
    // Files are never joined in silence: the user takes the offer.
    await eventually(() => list.count()).toBe(2);
    await page.getByText('2 to review').waitFor();
    await list.first().click();
    await page.getByRole('button', { name: /^Join with page-2/ }).click();
    await eventually(() => list.count()).toBe(1);
    await list.first().getByText('2 pages').waitFor();

    // One panel with the lines of both pages, whose sum is correct.
    await list.first().click();
    await page.getByRole('application', { name: /^Picture of page-1/ }).waitFor();
    const lines = page.getByRole('row', { name: /^Line \d+$/ });
    await eventually(() => lines.count()).toBe(3);
    await page.getByText('One invoice on 2 pages').waitFor();
    expect(await page.getByRole('button', { name: /^Error: .*add up to/ }).count()).toBe(0);
    // Selecting a line shows its page, and the picture leads back.
    await page.locator('[data-field="lines.2.amount"]').click();
    await page.getByRole('application', { name: /^Picture of page-2/ }).waitFor();
    await page.getByRole('radiogroup', { name: 'Pages of the invoice' }).getByText('Page 1 of 2').click();
    await page.getByRole('application', { name: /^Picture of page-1/ }).waitFor();
    expect(await violations(app)).toEqual([]);

    // Only the further page is rotated: the invoice stays joined, and Escape brings its result back.
    const tab = (name: string) =>
      page.getByRole('radiogroup', { name: 'Pages of the invoice' }).getByText(name).click();
    await tab('Page 2 of 2');
    await page.getByRole('button', { name: 'Rotate, crop or redact…' }).click();
    const preview = page.getByRole('region', { name: 'Preview before sending' });
    await preview.getByAltText(/page-2/).waitFor();
    await preview.getByRole('button', { name: 'Rotate right' }).click();
    // The lines of the page stay until the new ones are there.
    expect(await lines.count()).toBe(3);
    await tab('Page 1 of 2');
    await page.getByRole('application', { name: /^Picture of page-1/ }).waitFor();
    await tab('Page 2 of 2');
    await preview.waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => lines.count()).toBe(3);
    await page.getByRole('application', { name: /^Picture of page-2/ }).waitFor();
    expect(await list.count()).toBe(1);
    await tab('Page 1 of 2');

    // An edit of the second page's line is one step.
    await page.locator('[data-field="lines.2.name"]').click();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('*文具*钢笔');
    await page.keyboard.press('Enter');
    const last = page.locator('[data-field="lines.2.name"]');
    await eventually(() => last.textContent()).toContain('钢笔');
    await page.keyboard.press('Control+z');
    await eventually(() => last.textContent()).toContain('签字笔');

    await page.getByRole('button', { name: 'Split pages' }).click();
    await eventually(() => list.count()).toBe(2);
    await list.first().click();
    await page.keyboard.press('Control+a');
    await page
      .getByRole('toolbar', { name: 'Selection' })
      .getByRole('button', { name: 'Join pages' })
      .click();
    await eventually(() => list.count()).toBe(1);
    await eventually(() => lines.count()).toBe(3);
    await page.keyboard.press('Control+z');
    await eventually(() => list.count()).toBe(2);
    await page.keyboard.press('Control+z');
    await eventually(() => list.count()).toBe(1);
    await app.close();
  },
);
