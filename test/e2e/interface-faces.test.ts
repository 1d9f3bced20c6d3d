import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { hosts, startApp, type HostName } from '../helpers/app.ts';
import type { RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { sendAsPage } from '../helpers/interface/page-command.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { dropOnSandbox, eventually, sample } from '../helpers/interface/steps.ts';
import { downloadAfter } from '../helpers/interface/page-events.ts';

const photoRow = ({ page }: RunningApp, name: string) =>
  page.getByRole('grid', { name: 'List of documents' }).getByRole('row', { name });
const faces = ({ page }: RunningApp) => page.getByRole('grid', { name: 'Faces' });
const faceRow = (app: RunningApp, ordinal: number) =>
  faces(app)
    .getByRole('row')
    .filter({ has: app.page.getByRole('gridcell', { name: String(ordinal), exact: true }) });
const changes = ({ page }: RunningApp) => page.getByRole('region', { name: 'Selected faces' });

/** Opens the faces workspace by keyboard and shows the group photo of the batch. */
const showGroup = async (app: RunningApp): Promise<void> => {
  const { page } = app;
  await photoRow(app, 'face-group')
    .getByText(/\d faces/)
    .waitFor();
  await photoRow(app, 'face-portrait').getByText('1 face').waitFor();
  await page.getByRole('grid', { name: 'List of documents' }).focus();
  await page.keyboard.press('Home');
  await page.getByRole('application', { name: /^Picture of face-group/ }).waitFor();
  await faces(app).waitFor();
};

const goToFaces = async ({ page }: RunningApp): Promise<void> => {
  await page.getByRole('tab', { name: 'Invoices' }).focus();
  await page.keyboard.press('ArrowRight');
};

const showIn = async (app: RunningApp): Promise<RunningApp> => {
  await goToFaces(app);
  await dropOnSandbox(app, sample('face-group.jpg'), sample('face-portrait.jpg'));
  await showGroup(app);
  return app;
};

const openGroup = async (host: HostName): Promise<RunningApp> => {
  return showIn(await startApp(host));
};

/** The document shown at exit is shown again on start. */
const openGroupAgain = async (host: HostName, home: string): Promise<RunningApp> => {
  const app = await startApp(host, { home });
  await goToFaces(app);
  await showGroup(app);
  return app;
};

describe('a photo of faces', () => {
  const shared = sharedApp();

  test.each(hosts)('is reviewed by keyboard, and keeps its review over a restart (%s)', async (host) => {
    const app = await openGroup(host);
    const { keyboard } = app.page;
    await faces(app).focus();
    await keyboard.press('Home');
    await keyboard.press('ArrowDown');
    await changes(app).getByText('Face 2', { exact: true }).waitFor();

    await changes(app).getByLabel('Mask').selectOption({ label: 'mask' });
    await eventually(() => faceRow(app, 2).textContent()).toContain('service result: no mask');
    await changes(app).getByLabel('Mask (corrected)').waitFor();

    // A digit gives an attribute its next value: once, even if it is held.
    await faces(app).focus();
    await keyboard.down('1');
    await keyboard.down('1');
    await keyboard.up('1');
    await changes(app).getByLabel('Gender (corrected)').waitFor();

    // Several faces get one value, and the window says which.
    await keyboard.press('End');
    await keyboard.press('Shift+ArrowUp');
    await changes(app).getByText('A change gives all of them one value.').waitFor();
    await keyboard.press('6');
    const said = changes(app).getByText(/^Now all: Hair (?:bald|short|long)\.$/u);
    await said.waitFor();
    const hair = /Hair (\w+)/u.exec((await said.textContent()) ?? '')?.[1] ?? '';
    await eventually(() => faces(app).locator('[aria-selected=true] .face-hair').allTextContents()).toEqual([
      expect.stringMatching(new RegExp(`^${hair}`, 'u')),
      expect.stringMatching(new RegExp(`^${hair}`, 'u')),
    ]);
    await keyboard.press('Control+z');
    await eventually(() => faces(app).locator('[aria-selected=true] .face-hair.tone-corrected').count()).toBe(
      0,
    );

    await keyboard.press('End');
    await keyboard.press('Shift+ArrowUp');
    await changes(app).getByText('2 faces selected').waitFor();
    await changes(app).getByRole('button', { name: 'Exclude…' }).press('Enter');
    const dialog = app.page.getByRole('dialog', { name: 'Exclude 2 faces?' });
    await dialog.getByLabel('Reason').selectOption({ label: 'a face on a poster or screen' });
    await dialog.getByRole('button', { name: 'Exclude…' }).press('Enter');
    await eventually(() => faces(app).getByText('excluded: a face on a poster or screen').count()).toBe(2);

    await changes(app).getByRole('button', { name: 'Add a face' }).press('Enter');
    await app.page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await faces(app).getByText('drawn manually').waitFor();
    expect((await faceRow(app, 2).textContent())?.match(/service result/gu)).toHaveLength(2);

    const threshold = app.page.getByRole('slider', { name: 'Hide faces with a score below' });
    await threshold.focus();
    await keyboard.press('End');
    // A face drawn by hand has no score that could be too low.
    await eventually(() => app.page.getByText(/low-score faces hidden/).count()).toBe(1);
    await eventually(() => faces(app).getByRole('row').count()).toBe(2);
    await keyboard.press('Home');
    await app.page.getByText('None hidden.').waitFor();
    // The threshold is saved once the key is up.
    await eventually(() => sendAsPage(app, 'app.info', {})).toMatch(/"faceThreshold":0\b(?!\.)/u);
    await app.close();

    const again = await openGroupAgain(host, app.home);
    await eventually(() => faces(again).getByText('excluded: a face on a poster or screen').count()).toBe(2);
    expect(await faceRow(again, 2).textContent()).toContain('service result: no mask');
    await faces(again).getByText('drawn manually').waitFor();
    await again.close();
  });

  test('is recognized again after a change of options if the user accepts the calls', async () => {
    const app = await openGroup('browser');
    await faces(app).focus();
    await app.page.keyboard.press('Home');
    await changes(app).getByLabel('Mask').selectOption({ label: 'mask' });
    await app.page.getByRole('switch', { name: 'Attributes' }).press('Space');
    await app.page.getByText('2 photos were recognized with other options.').waitFor();
    await app.page.getByRole('button', { name: 'Recognize again: up to 2 calls' }).press('Enter');
    const question = app.page.getByRole('alertdialog', { name: 'Recognize 2 photos again?' });
    await question.getByText('Demo data: no call is billed.').waitFor();
    await app.page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await app.page.getByText('2 photos were recognized with other options.').waitFor();
    expect(await faceRow(app, 3).textContent()).not.toContain('not returned');

    await app.page.getByRole('button', { name: 'Recognize again: up to 2 calls' }).press('Enter');
    await question.getByRole('button', { name: 'Recognize again' }).press('Enter');
    await app.page.getByText('were recognized with other options.').waitFor({ state: 'detached' });
    await eventually(() => faceRow(app, 3).textContent()).toContain('not returned');
    // The user's changes to a face are kept.
    await faceRow(app, 1).getByText('service result: not returned').waitFor();
    await app.close();
    const next = await openGroupAgain('browser', app.home);
    await eventually(() => next.page.getByRole('switch', { name: 'Attributes' }).isChecked()).toBe(false);
    await next.close();
  });

  test('is exported as shown in the table', async () => {
    const app = await showIn(await shared());
    await faces(app).focus();
    await app.page.keyboard.press('End');
    await changes(app).getByRole('button', { name: 'Exclude…' }).press('Enter');
    await app.page.getByRole('dialog').getByRole('button', { name: 'Exclude…' }).press('Enter');
    await faces(app).getByText('excluded: not a face').waitFor();
    await app.page.getByRole('button', { name: 'More exports' }).press('Enter');
    const download = await downloadAfter(app.page, () =>
      app.page.getByRole('menuitem', { name: /^Table/ }).press('Enter'),
    );
    const text = readFileSync(await download.path(), 'utf8');
    const [header = [], ...rows]: string[][] = parse(text, { bom: true });
    expect(rows.length).toBe(4 + 1);
    expect(header).toContain('Score');
  });

  test('opens from the grid, accepts a face drawn with the pointer, and is anonymized', async () => {
    const app = await showIn(await shared());
    const { page } = app;
    await page.getByText('All photos', { exact: true }).click();
    await page.getByRole('heading', { name: '6 faces on 2 photos' }).waitFor();
    expect(await violations(app)).toEqual([]);
    await page
      .getByRole('list', { name: 'Photos' })
      .getByRole('button', { name: /face-portrait/ })
      .press('Enter');
    await page.getByRole('application', { name: /^Picture of face-portrait/ }).waitFor();
    await eventually(() => faces(app).getByRole('row').count()).toBe(2);

    await changes(app).getByRole('button', { name: 'Add a face' }).press('Enter');
    // Photos have their own sort orders.
    expect(await page.getByLabel('Sort').locator('option').allTextContents()).toEqual([
      'As added',
      'State',
      'Name',
      'Number of faces',
    ]);
    const sheet = await page.locator('.draw-sheet').boundingBox();
    if (!sheet) throw new Error('There is no sheet to draw on.');
    const [x, y] = [sheet.x + sheet.width / 2, sheet.y + sheet.height / 2];
    await page.mouse.move(x - 30, y - 20);
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: 3 });
    await page.mouse.move(x + 30, y + 40);
    await page.mouse.up();
    await faces(app).getByText('drawn manually').waitFor();
    // The new face is selected, also if another one was.
    await faces(app)
      .getByRole('row', { name: /drawn manually/, selected: true })
      .waitFor();
    await changes(app)
      .getByText(/^Face \d+$/)
      .waitFor();

    await changes(app).getByRole('button', { name: 'Pictures…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Pictures of faces' });
    await dialog.getByText('On all 2 photos', { exact: true }).waitFor();
    expect(await violations(app)).toEqual([]);
    // The dialog shows what the covers leave of the photo.
    const preview = dialog.getByRole('img', { name: 'Preview of face-portrait.jpg: 2 faces' });
    const solid = () =>
      preview.evaluate((shown) => {
        if (!(shown instanceof HTMLCanvasElement)) return 0;
        const { data } = shown.getContext('2d')?.getImageData(0, 0, shown.width, shown.height) ?? {
          data: [],
        };
        let count = 0;
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === 64 && data[at + 1] === 64 && data[at + 2] === 64) count += 1;
        return count / (data.length / 4);
      });
    const before = await solid();
    await dialog.getByText('Solid colour', { exact: true }).click();
    await eventually(solid).toBeGreaterThan(before + 0.02);
    await dialog.getByText('Pixelate', { exact: true }).click();
    await eventually(solid).toBeLessThan(before + 0.02);
    const download = await downloadAfter(page, () =>
      dialog.getByRole('button', { name: 'Export' }).press('Enter'),
    );
    const made = readFileSync(await download.path());
    expect(made.equals(readFileSync(sample('face-portrait.jpg')))).toBe(false);
    expect(await sharp(made).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 960 });
    await dialog.waitFor({ state: 'detached' });
  });
});
