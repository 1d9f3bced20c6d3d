import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AppInfo } from '../../shared/contract/commands.ts';
import { defaultSettings, type SettingsChange } from '../../shared/contract/settings.ts';
import { ConflictDialog } from '../../renderer/features/settings/conflict-dialog.tsx';
import { ToolsContext, type Tools } from '../../renderer/features/tools.ts';
import { useApp, writeApp } from '../../renderer/state/store.ts';
import { startTexts } from '../../renderer/ui/i18n/i18n.ts';
import '../../renderer/ui/styles/tokens.css';
import '../../renderer/ui/styles/base.css';
import '../../renderer/ui/styles/buttons.css';
import '../../renderer/ui/styles/dialog.css';

const [own, theirs, both] = ['甲公司', '乙公司', '丙公司'].map((name) => ({ name, taxId: '' }));
if (!own || !theirs || !both) throw new Error('three');

/** The dialog about a change that came after a colleague's, with what is stored when the user has decided. */
const shown = async (stored: SettingsChange, conflict: { mine: SettingsChange; was: SettingsChange }) => {
  await startTexts('en');
  const message = { zh: '李华已更改此项设置', en: 'Li Hua has changed this setting meanwhile' };
  writeApp({
    info: { settings: { ...defaultSettings, ...stored } } as unknown as AppInfo,
    settingsConflict: { ...conflict, message },
  });
  const saved: SettingsChange[] = [];
  const actions = { changeSettings: async (change: SettingsChange) => saved.push(change) > 0 };
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  root.render(
    <ToolsContext value={{ actions } as unknown as Tools}>
      <ConflictDialog {...conflict} message={message} />
    </ToolsContext>,
  );
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toBeVisible();
  return { dialog, saved };
};

test('a value that a colleague has changed is beside one’s own, and can only be replaced', async () => {
  const mine = { confidenceLimit: 0.8, fourEyes: true, officeBudget: null, invoiceReader: 'both' } as const;
  const was = { confidenceLimit: 0.9, fourEyes: false, officeBudget: 10, invoiceReader: 'local' } as const;
  const stored = { ...was, confidenceLimit: 0.7, officeBudget: 50, invoiceReader: 'service' } as const;
  const { dialog, saved } = await shown(stored, { mine, was });
  for (const text of ['Confidence limit', '70%', '80%', '50', 'no limit', 'Service', 'Both'])
    await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
  // As it was seen: no conflict.
  await expect.element(dialog.getByText('Four eyes')).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: 'Add' })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect.poll(() => saved).toEqual([mine]);
  expect(useApp.getState()).toMatchObject({ settingsConflict: null, conflictsSettled: 1 });
});

test('new entries of a list can be added to what a colleague has stored', async () => {
  const stored = { ownCompanies: [both, theirs] };
  const { dialog, saved } = await shown(stored, {
    mine: { ownCompanies: [both, own] },
    was: { ownCompanies: [both] },
  });
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect.poll(() => saved).toEqual([{ ownCompanies: [both, theirs, own] }]);
});
