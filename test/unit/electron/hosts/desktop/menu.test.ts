import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { menuTemplate, type MenuActions } from '../../../../../electron/hosts/desktop/menu.ts';
import { menuEntries } from '../../../../../shared/contract/menu.ts';
import { menuTexts } from '../../../../../shared/texts/menu.ts';

// The template is a value; it needs nothing from Electron.
vi.mock('electron', () => ({ Menu: {}, shell: {} }));

const actionsOn = (platform: NodeJS.Platform): MenuActions => ({
  choose: vi.fn(),
  isEnabled: (id) => id !== 'undo',
  keys: {},
  recent: [],
  open: vi.fn(),
  about: vi.fn(),
  copyDiagnostics: vi.fn(),
  dataFolder: '/data',
  graphics: { isOn: () => true, turn: vi.fn() },
  developer: false,
  platform,
});

const flat = (items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);

const named = (platform: NodeJS.Platform, id: string) =>
  flat(menuTemplate('en', actionsOn(platform))).find((item) => item.id === id);

describe('the system’s menu', () => {
  test.each(['linux', 'win32', 'darwin'] as const)(
    'has every action once, in both languages: %s',
    (platform) => {
      for (const language of ['zh', 'en'] as const) {
        const items = flat(menuTemplate(language, actionsOn(platform)));
        for (const { id } of menuEntries) {
          expect(items.filter((item) => item.id === id).map(({ label }) => label)).toEqual([
            menuTexts[id][language],
          ]);
        }
        for (const { label, role, type } of items) expect(label ?? role ?? type).toBeTruthy();
      }
    },
  );

  test('shows the window’s keys, and leaves them to the window', () => {
    expect(named('linux', 'exportChoices')).toMatchObject({
      accelerator: 'CommandOrControl+Shift+E',
      registerAccelerator: false,
    });
    expect(named('win32', 'nextPage')).toMatchObject({ accelerator: 'Alt+Down', registerAccelerator: false });
    expect(named('linux', 'nextFinding')).toMatchObject({ accelerator: 'Tab', registerAccelerator: false });
    expect(named('linux', 'keys')).not.toHaveProperty('accelerator');
  });

  test('shows the keys that the user has chosen', () => {
    const actions = { ...actionsOn('linux'), keys: { exportChoices: 'Mod+B', settings: null } };
    const items = flat(menuTemplate('en', actions));
    expect(items.find(({ id }) => id === 'exportChoices')).toMatchObject({
      accelerator: 'CommandOrControl+B',
    });
    expect(items.find(({ id }) => id === 'settings')).not.toHaveProperty('accelerator');
  });

  test('shows no bare key on macOS, where the menu would take it from a text field', () => {
    const accelerators = menuEntries.map(({ id }) => named('darwin', id)?.accelerator);
    expect(
      accelerators.filter((keys) => typeof keys === 'string' && !/CommandOrControl|Alt/.test(keys)),
    ).toEqual([]);
    expect(accelerators).toContain('CommandOrControl+O');
  });

  test('disables actions that don’t apply', () => {
    expect(named('linux', 'undo')).toMatchObject({ enabled: false });
    expect(named('linux', 'settings')).toMatchObject({ enabled: true });
  });

  test('shows local keys, but not on macOS, which would apply them everywhere', () => {
    expect(named('linux', 'deleteLine')).toMatchObject({ accelerator: 'CommandOrControl+Delete' });
    expect(named('win32', 'zoomIn')).toMatchObject({ accelerator: 'Plus', registerAccelerator: false });
    for (const id of ['deleteLine', 'moveCellLeft', 'mergeLine'])
      expect(named('darwin', id)).not.toHaveProperty('accelerator');
  });

  test('sends the chosen action to the window', () => {
    const actions = actionsOn('linux');
    const item = flat(menuTemplate('zh', actions)).find(({ id }) => id === 'history');
    Reflect.apply(item?.click ?? vi.fn(), undefined, []);
    expect(actions.choose).toHaveBeenCalledExactlyOnceWith('history');
  });

  test('lists the last batches, also with an ampersand in a name', () => {
    const batch = {
      service: 'vat-invoice',
      addedAt: new Date(2020, 4, 3, 7, 45).toISOString(),
      documents: 12,
      name: 'A&B.jpg',
      page: 7,
    } as const;
    const actions = { ...actionsOn('linux'), recent: [batch] };
    const labelled = (language: 'zh' | 'en') =>
      flat(menuTemplate(language, actions)).find(({ label }) => label?.includes('A&&B.jpg'));
    expect(labelled('en')?.label).toBe('Invoices · 3 May 2020, 07:45 · 12 documents · A&&B.jpg');
    expect(labelled('zh')?.label).toBe('发票 · 2020年5月3日 07:45 · 12 份文件 · A&&B.jpg');
    Reflect.apply(labelled('en')?.click ?? vi.fn(), undefined, []);
    expect(actions.open).toHaveBeenCalledExactlyOnceWith(batch);
  });
});
