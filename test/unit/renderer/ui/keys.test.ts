import { describe, expect, test } from 'vitest';
import { commandOf } from '../../../../renderer/ui/keys.ts';
import { shownKeys } from '../../../../shared/contract/shown-keys.ts';
import { localKeyOf, localKeys, type PressedKeys } from '../../../../shared/contract/local-keys.ts';
import { ownerOf } from '../../../../shared/contract/key-conflicts.ts';
import { menuEntries } from '../../../../shared/contract/menu.ts';
import { menuTexts } from '../../../../shared/texts/menu.ts';

const press = (key: string, held: Partial<PressedKeys> = {}): PressedKeys => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 0,
  ...held,
});

describe('the keys of the menus', () => {
  test.each([
    [press('e', { ctrlKey: true }), 'linux', 'export'],
    [press('E', { ctrlKey: true, shiftKey: true }), 'win32', 'exportChoices'],
    [press('e', { metaKey: true }), 'darwin', 'export'],
    [press('e', { ctrlKey: true }), 'darwin', null],
    [press('Enter', { ctrlKey: true }), 'linux', 'confirm'],
    [press('Enter', { ctrlKey: true, shiftKey: true }), 'linux', 'aside'],
    [press('Enter'), 'linux', null],
    [press('Tab'), 'linux', 'nextFinding'],
    [press('Tab', { shiftKey: true }), 'linux', 'previousFinding'],
    [press('?', { shiftKey: true }), 'linux', 'keys'],
    [press('?'), 'linux', 'keys'],
    [press('?', { altKey: true }), 'linux', null],
    [press('!', { ctrlKey: true, shiftKey: true, code: 'Digit1' }), 'linux', 'invoices'],
    [press('y', { ctrlKey: true }), 'linux', 'redo'],
    [press('ArrowDown', { altKey: true }), 'linux', 'nextPage'],
    [press('z'), 'linux', null],
    // Keys of one place do not work globally.
    [press('l'), 'linux', null],
    [press('Delete'), 'linux', null],
    [press('j', { ctrlKey: true }), 'linux', null],
  ])('%o on %s is %s', (event, platform, id) => {
    expect(commandOf(event, platform, 'vat-invoice')).toBe(id);
  });

  test.each([
    [press('Delete'), ['remove'], 'remove'],
    [press('Delete', { ctrlKey: true }), ['remove', 'deleteLine'], 'deleteLine'],
    [press('Backspace', { metaKey: true }), ['remove', 'deleteLine'], 'deleteLine'],
    [press('A', { ctrlKey: true }), ['selectAll'], 'selectAll'],
    [press('a', { metaKey: true }), ['selectAll'], 'selectAll'],
    [press('a'), ['selectAll'], null],
    [press(' '), ['accept', 'edit'], 'accept'],
    [press(' ', { ctrlKey: true }), ['accept'], null],
    [press(' ', { ctrlKey: true }), ['toggle'], 'toggle'],
    [press('F2'), ['accept', 'edit'], 'edit'],
    [press('Enter', { ctrlKey: true }), ['edit'], null],
    [press('j', { ctrlKey: true, isComposing: true }), ['mergeLine'], null],
    // A sign requires Shift on some keyboards, and is also on the number pad.
    [press('+', { shiftKey: true, code: 'Equal' }), ['zoomIn', 'zoomOut'], 'zoomIn'],
    [press('0', { code: 'Numpad0' }), ['fitPage'], 'fitPage'],
    [press('0', { ctrlKey: true }), ['fitPage'], null],
    [press('L', { shiftKey: true }), ['nextLayer', 'bare'], 'nextLayer'],
  ] as const)('%o among %j is %s', (event, ids, id) => {
    expect(localKeyOf(event, ids)).toBe(id);
  });

  test('of one part of the window have names that no action has', () => {
    const ids = localKeys.flatMap(({ entries }) => entries.map(({ id }) => id as string));
    expect(new Set([...ids, ...menuEntries.map((entry) => entry.id)]).size).toBe(
      ids.length + menuEntries.length,
    );
  });

  test('start an action only in its workspace', () => {
    const chosen = { drawFace: 'F4' };
    expect(commandOf(press('F4'), 'linux', 'vat-invoice', chosen)).toBe('confirmClean');
    expect(commandOf(press('F4'), 'linux', 'face-detect', chosen)).toBe('drawFace');
    expect(commandOf(press('F4'), 'linux', 'face-detect')).toBeNull();
    // The other way round in the list of actions.
    const other = { retryFailed: null, confirmClean: null, drawFace: 'Mod+I', print: 'Mod+I' };
    expect(commandOf(press('i', { ctrlKey: true }), 'linux', 'vat-invoice', other)).toBe('print');
    expect(commandOf(press('i', { ctrlKey: true }), 'linux', 'face-detect', other)).toBe('drawFace');
  });

  test('act as letters while an input method is composing', () => {
    for (const { keys } of menuEntries) {
      if (keys === null) continue;
      const held = {
        ctrlKey: keys.includes('Mod'),
        shiftKey: keys.includes('Shift'),
        altKey: keys.includes('Alt'),
      };
      const key = keys.split('+').at(-1) ?? '';
      expect(commandOf(press(key, { ...held, isComposing: true }), 'linux', 'vat-invoice'), keys).toBeNull();
      expect(commandOf(press(key, { ...held, keyCode: 229 }), 'linux', 'vat-invoice'), keys).toBeNull();
    }
  });

  test('lead to one action each, and every action is named in both languages', () => {
    for (const entry of menuEntries)
      if (entry.keys !== null) expect(ownerOf(entry, entry.keys, {}), entry.id).toBeNull();
    expect(new Set(menuEntries.map(({ id }) => id)).size).toBe(menuEntries.length);
    for (const { id } of menuEntries)
      expect([menuTexts[id].zh.length > 0, menuTexts[id].en.length > 0]).toEqual([true, true]);
  });

  test('are displayed as labelled on the keyboard', () => {
    expect(shownKeys('Mod+Shift+Z', 'linux')).toBe('Ctrl+Shift+Z');
    expect(shownKeys('Mod+Shift+Z', 'darwin')).toBe('⌘⇧Z');
    expect(shownKeys('Alt+ArrowDown', 'win32')).toBe('Alt+↓');
    expect(shownKeys('+', 'win32')).toBe('+');
    expect(shownKeys('Mod+Shift++', 'win32')).toBe('Ctrl+Shift++');
    expect(shownKeys('Mod+ArrowLeft', 'linux')).toBe('Ctrl+←');
  });
});
