import { expect } from 'vitest';
import type { Role } from '../../shared/contract/roles.ts';
import { openBrowser, type OpenedOffice, type OfficeBrowser } from './office-server.ts';

/** A password that is strong enough. */
export const good = 'plum kettle harbour seven';

export const signIn = (port: number, email: string, password: string) =>
  openBrowser(port).office('signIn', { email, password });

/** The user with that role, as an administrator sees it. */
export const idOf = async (chief: OfficeBrowser, wanted: Role): Promise<string> => {
  const { people } = (await chief.office('people')).value;
  return people.find(({ role }) => role === wanted)?.id ?? '';
};

export const ownId = async (browser: OfficeBrowser): Promise<string> =>
  (await browser.office('who')).value.person?.id ?? '';

/** Li Hua, who used the first link of an office. */
export const firstAdministrator = async ({ office, server }: OpenedOffice): Promise<OfficeBrowser> => {
  const link = await office.firstLink();
  const browser = openBrowser(server.port);
  const used = await browser.office('useLink', {
    link: link?.link,
    email: 'li@office.example',
    name: 'Li Hua',
    password: good,
  });
  expect(used).toMatchObject({ ok: true, value: { person: { role: 'administrator' } } });
  return browser;
};

/** Somebody who used the administrator's invitation: Wang Wei, or named like the email address. */
export const invitedReviewer = async (
  chief: OfficeBrowser,
  { server }: OpenedOffice,
  email = 'wang@office.example',
): Promise<OfficeBrowser> => {
  const [family = ''] = email.split('@');
  const { value } = await chief.office('invite', { email, role: 'approver' });
  const browser = openBrowser(server.port);
  const used = await browser.office('useLink', {
    link: value.link,
    email,
    name: `${family.charAt(0).toUpperCase()}${family.slice(1)} Wei`,
    password: good,
  });
  expect(used).toMatchObject({ ok: true, value: { person: { role: 'approver', email } } });
  return browser;
};
