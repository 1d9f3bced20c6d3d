import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freshHome } from '../helpers/app-fixtures/running-app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { imapAccount, startImapServer } from '../helpers/mails/imap-server.ts';
import { attached, eml, multipart } from '../helpers/mails/write-eml.ts';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';

const shared = sharedApp();

test('connects to a mailbox, says what is wrong with it, and takes its invoices', async () => {
  const app = await shared();
  const { page } = app;
  const made = makeDigitalInvoice(seededRandom(7), { lines: 1, isRed: false, hasSpecialCharacters: false });
  const mail = eml(multipart([attached('filename="from-mail.xml"', Buffer.from(writeEInvoice(made)))]));
  const server = await startImapServer({ INBOX: { validity: 1, mails: new Map([[1, mail]]) } });
  onTestFinished(server.close);
  await page.getByRole('button', { name: 'Settings' }).click();
  const mailbox = page.getByRole('region', { name: 'Mailbox' });
  await mailbox.getByRole('textbox', { name: 'IMAP server' }).fill(imapAccount.host);
  await mailbox.getByRole('textbox', { name: 'User' }).fill(imapAccount.user);
  const port = mailbox.getByRole('textbox', { name: 'Port' });
  await port.fill(String(server.port));
  await port.press('Tab');
  await mailbox.getByLabel('Password').fill(imapAccount.password);
  await mailbox.getByRole('button', { name: 'Save the mailbox' }).click();
  await mailbox.getByText('Saved', { exact: true }).waitFor();
  expect(await mailbox.getByLabel('Password').inputValue()).toBe('');
  expect(readFileSync(join(app.home, 'settings.json'), 'utf8')).not.toContain(imapAccount.password);

  const connect = mailbox.getByRole('button', { name: 'Test the mailbox' });
  await connect.click();
  await page
    .getByText(/is not trusted. The password was not sent/)
    .first()
    .waitFor();
  expect(server.commands).toEqual([]);
  const authority = join(freshHome(), 'a.pem');
  writeFileSync(authority, server.authority);
  const network = page.getByRole('region', { name: 'Network' });
  await app.choose([authority], () =>
    network.getByRole('button', { name: 'Add from a file…' }).press('Enter'),
  );
  await network.getByText('1 certificate trusted in addition').waitFor();
  await connect.click();
  await mailbox.getByText('Connected. The mailbox has 1 folder').waitFor();
  expect(await violations(app)).toEqual([]);

  await mailbox.getByRole('button', { name: 'Take mails now' }).click();
  await mailbox.getByText('Done', { exact: true }).waitFor();
  await mailbox.getByRole('button', { name: 'Remove the mailbox' }).click();
  await mailbox.getByText('No password is set.').waitFor();
  await network.getByRole('button', { name: 'Remove all' }).press('Enter');
  await page.keyboard.press('Escape');
  await page.getByText('from-mail.xml').first().waitFor();
});
