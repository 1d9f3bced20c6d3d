import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { writeRailInstance } from '../helpers/write-xbrl.ts';
import { emptyInvoice } from '../../shared/invoice/empty-invoice.ts';
import type { Ticket } from '../../shared/invoice/extraction.ts';
import { railKind } from '../../shared/invoice/kind.ts';
import { seededRandom } from '../samples/random.ts';
import { prepareXml } from '../../electron/intake/prepare-xml.ts';
import { untreated } from '../../shared/contract/preparation.ts';
import { formatAmount } from '../../shared/texts/format.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { freshHome, type RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { startApp } from '../helpers/app.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { eventually, fieldCell } from '../helpers/interface/steps.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { madeInvoice } from '../helpers/made-invoices.ts';
import { writePairedFiles } from '../helpers/paired-files.ts';
import { sm2Signer } from '../helpers/certificates.ts';
import { packOfd, sealedInvoice, withFile, type OfdFiles } from '../helpers/sealed-ofd.ts';

const invoiceOf = (seed: number) =>
  makeDigitalInvoice(seededRandom(seed), { lines: 2, isRed: false, hasSpecialCharacters: false });

const maker = sm2Signer({ name: '制章机构' });
const signer = sm2Signer({ name: '浙江省税务监制章', issuer: maker });

/** An OFD of an invoice with a seal like the tax bureau's. */
const sealedOfd = (invoice: Invoice): OfdFiles => sealedInvoice(invoice, { version: 4, signer, maker });

/** The same file with an additional space in a part covered by the seal. */
const changed = (files: OfdFiles): OfdFiles =>
  withFile(files, 'Doc_0/Document.xml', (bytes) => Buffer.concat([bytes, Buffer.from(' ')]));

const rows = ({ page }: RunningApp) =>
  page.getByRole('grid', { name: 'List of documents' }).getByRole('row', { name: /Recognized/ });

const note = ({ page }: RunningApp) => page.locator('.digital-note');

const shared = sharedApp();

test('shows a hotel bill with its invoice, separates them by a click, and undoes it by a key', async () => {
  const { paths } = await writePairedFiles(freshHome());
  const app = await shared();
  const { page } = app;
  await app.drop(paths);
  await eventually(() => rows(app).count()).toBe(2);
  await page.getByRole('row', { name: /发票\.xml/ }).click();
  const paired = page.getByText(/^With this invoice: 账单\.pdf/);
  await paired.waitFor();
  await page.getByRole('button', { name: 'Separate' }).click();
  await page.getByRole('button', { name: 'Belongs together with 账单.pdf' }).waitFor();
  expect(await paired.count()).toBe(0);
  await page.keyboard.press('Control+z');
  await page.getByText(/^It belongs to invoice/).waitFor();
  // The bill shows what it states instead of the empty fields of an invoice, which the user can still fill in.
  expect(await page.getByLabel('Hotel bill', { exact: true }).innerText()).toMatch(/^Amount\s+\S+\.\d\d$/mu);
  expect(await page.getByRole('grid', { name: 'Totals' }).count()).toBe(0);
  await page.getByRole('button', { name: /^Show \d+ empty fields$/ }).click();
  await page.getByRole('grid', { name: 'Totals' }).waitFor();
});

test('names a hotel bill as what it is in list, history and table', async () => {
  const { paths, paper } = await writePairedFiles(freshHome());
  const app = await shared();
  const { page } = app;
  await app.drop(paths);
  await eventually(() => rows(app).count()).toBe(2);
  const amount = formatAmount(paper.amount ?? '');
  const bill = rows(app).filter({ hasText: '账单.pdf' });
  expect(await bill.locator('.document-title').innerText()).toBe('Hotel bill · 虚构大酒店');
  expect(await bill.locator('.document-aside').innerText()).toBe(amount);
  await page.getByRole('button', { name: 'History' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox', { name: 'Search' }).fill('hotel bill');
  const found = dialog.getByRole('grid').getByRole('row', { name: /账单\.pdf/ });
  await eventually(() => found.innerText()).toContain('Hotel bill · 虚构大酒店');
  expect(await found.innerText()).toContain(amount);
  await page.keyboard.press('Escape');
  await page.getByText('Table', { exact: true }).click();
  await page.getByRole('grid', { name: 'Batch' }).getByText('Hotel bill', { exact: true }).waitFor();
});

test('extracts digital invoices without an account, and shows a broken seal', async () => {
  const home = freshHome();
  const [one, other] = [invoiceOf(41), invoiceOf(42)];
  const [xml, alone] = [join(home, 'one.xml'), join(home, 'other.ofd')];
  writeFileSync(xml, writeEInvoice(one));
  writeFileSync(alone, packOfd(changed(sealedOfd(other))));

  const app = await shared();
  const { page } = app;
  await app.drop([xml, alone]);
  await eventually(() => rows(app).count()).toBe(2);
  expect(await page.getByRole('alertdialog').count()).toBe(0);

  await page.getByRole('row', { name: /one\.xml/ }).click();
  await page.getByRole('application', { name: /^Picture of one\.xml/ }).waitFor();
  await eventually(() => fieldCell(app, 'Invoice number').innerText()).toContain(one.number);
  expect(await fieldCell(app, 'Total with tax').innerText()).toContain(formatAmount(one.grossTotal ?? ''));
  expect(await note(app).innerText()).toContain('Read from the data in the XML file');
  expect(await page.locator('.invoice-panel').innerText()).not.toContain('Not recognized');

  await page.getByRole('row', { name: /other\.ofd/ }).click();
  await page.getByRole('application', { name: /^Picture of other\.ofd/ }).waitFor();
  await eventually(() => fieldCell(app, 'Invoice number').innerText()).toContain(other.number);
  expect(await note(app).innerText()).toContain('Changed since it was sealed: /Doc_0/Document.xml');

  expect(await rows(app).count()).toBe(2);
  // The sign of the seal leaves room for date and number, and does not extend beyond the list.
  const row = page.getByRole('row', { name: /other\.ofd/ });
  const [list, seal, day] = await Promise.all(
    [row, row.locator('.seal-badge'), row.locator('.document-line.muted .cut')].map((part) =>
      part.boundingBox(),
    ),
  );
  if (!list || !seal || !day) throw new Error('Not shown');
  expect(seal.x + seal.width).toBeLessThanOrEqual(list.x + list.width);
  expect(day.width).toBeGreaterThan(60);
});

test('merges files of one invoice that are dropped one after the other into one document', async () => {
  const home = freshHome();
  const invoice = invoiceOf(43);
  const [xml, ofd] = [join(home, 'one.xml'), join(home, 'one.ofd')];
  writeFileSync(xml, writeEInvoice(invoice));
  writeFileSync(ofd, packOfd(sealedOfd(invoice)));

  const app = await shared();
  const { page } = app;
  await app.drop([xml]);
  await eventually(() => rows(app).count()).toBe(1);
  await eventually(() => note(app).innerText()).toContain('Drawn from the data');

  await app.drop([ofd]);
  await eventually(() => note(app).innerText()).toContain('one.ofd');
  await eventually(() => rows(app).count()).toBe(1);
  await page.getByRole('application', { name: /^Picture of one\.xml/ }).waitFor();
  await eventually(() => note(app).innerText()).not.toContain('Drawn from the data');
  await eventually(() => note(app).innerText()).toContain('Read from the data in the XML file');
  // The values of the XML file have positions on the page of the OFD.
  await fieldCell(app, 'Invoice number').click();
  await eventually(() => page.locator('.field-row.selected .field-crop').count()).toBe(1);
  expect(await page.getByRole('alertdialog').count()).toBe(0);
});

test('compares a digital invoice with recognition on request', async () => {
  const path = join(freshHome(), 'one.xml');
  const xml = Buffer.from(writeEInvoice(invoiceOf(44)));
  writeFileSync(path, xml);
  const form = await prepareXml(xml, { path, page: 1, treatment: untreated, password: null });
  if (!form.ok) throw new Error(form.failure.reason);
  const { truth } = await madeInvoice(1);
  const service = await startCountingService([{ ...truth, sha256: form.value.sent.sha256 }]);
  const app = await startApp('browser', { env: service.environment });
  const { page } = app;
  await app.drop([path]);
  await page.getByRole('application', { name: /^Picture of one\.xml/ }).waitFor();
  expect(service.calls()).toBe(0);
  await page.keyboard.press('F9');
  await note(app)
    .getByRole('button', { name: /Compare with recognition/ })
    .click();
  const differences = page.getByRole('button', { name: /^Error: XML and recognition differ/ });
  await differences.waitFor();
  expect(service.calls()).toBe(1);
  await eventually(() => note(app).innerText()).toContain('Read from the data in the XML file');
  await app.close();
});

const railTicket: Ticket = {
  type: 'rail',
  number: null,
  passenger: '林知夏',
  passengerId: null,
  from: '杭州东',
  to: '上海虹桥',
  date: '2025-03-04',
  vehicle: 'G7512',
  class: '二等座',
  fare: '1073.00',
  fuelSurcharge: null,
  fund: null,
  otherTaxes: null,
};

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

/** The texts of the line items, by row. */
const goodsTexts = ({ page }: RunningApp): Promise<readonly (readonly Box[])[]> =>
  page.locator('.goods-line').evaluateAll((lines) =>
    lines.map((line) =>
      [...line.querySelectorAll('[role=columnheader], .shown-value')].map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    ),
  );

const isOver = (one: Box, other: Box): boolean =>
  one.left < other.right - 0.5 &&
  other.left < one.right - 0.5 &&
  one.top < other.bottom - 0.5 &&
  other.top < one.bottom - 0.5;

test('shows a rail ticket under its own name, and its fare like other amounts', async () => {
  const home = freshHome();
  const path = join(home, 'rail.xml');
  const invoice = {
    ...emptyInvoice,
    kind: railKind,
    number: '25339110001000000123',
    issueDate: '2025-03-06',
  };
  const figures = { total: '984.40', taxTotal: '88.60', grossTotal: '1073.00' };
  writeFileSync(path, writeRailInstance({ ...invoice, ...figures }, railTicket));
  const app = await shared();
  await app.drop([path]);
  await eventually(() => rows(app).count()).toBe(1);
  const shown = await rows(app).innerText();
  expect(shown).toContain('Rail ticket');
  expect(shown).not.toContain('not recognized');
  expect(await note(app).innerText()).toContain('1,073.00');
});

test.each([
  { locale: 'en-US', width: 1440, height: 900 },
  { locale: 'zh-CN', width: 1024, height: 700 },
] as const)(
  'shows seven-digit amounts without overlap: $locale, $width',
  async ({ locale, width, height }) => {
    const home = freshHome();
    const invoice = makeDigitalInvoice(seededRandom(58), {
      lines: 3,
      isRed: false,
      hasSpecialCharacters: false,
    });
    const path = join(home, 'large.xml');
    const block =
      '<VehicleVesselTax><PlateNumber>浙A12345</PlateNumber><OwnerIDNumber>330106199001011234</OwnerIDNumber></VehicleVesselTax>';
    writeFileSync(
      path,
      writeEInvoice(invoice).replace('<SpecificInformation>', `<SpecificInformation>${block}`),
    );
    expect(invoice.lines.some(({ amount }) => (amount ?? '').length >= '1000000.00'.length)).toBe(true);

    const app = await shared({ locale, viewport: { width, height } });
    const { page } = app;
    await app.drop([path]);
    await page.locator('.goods-lines').waitFor();
    const lines = await goodsTexts(app);
    const sight = await page.locator('.goods-lines').boundingBox();
    if (!sight) throw new Error('No line items');
    expect(lines.length).toBe(invoice.lines.length + 1);
    for (const [row, boxes] of lines.entries())
      for (const [index, box] of boxes.entries()) {
        expect(box.right, `right of ${index} in row ${row}`).toBeLessThanOrEqual(sight.x + sight.width);
        for (const [next, other] of boxes.entries())
          expect(next > index && isOver(box, other), `${index} over ${next} in row ${row}`).toBe(false);
      }
    // The buttons of the selected row do not cover its amount.
    const amount = page.locator('.document-aside').first();
    expect(await amount.innerText()).toContain(formatAmount(invoice.grossTotal ?? ''));
    expect(await amount.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);

    const special = await note(app).innerText();
    expect(special).toContain(locale === 'en-US' ? 'Vehicle and vessel tax' : '代收车船税');
    expect(special).toContain(locale === 'en-US' ? 'Plate number' : '车牌号');
    expect(special).toContain('3301************34');
    expect(special).not.toContain('330106199001011234');
  },
);
