import { describe, expect, it, test } from 'vitest';
import {
  canHave,
  chosenKeysSchema,
  keyOf,
  type ChosenKeys,
} from '../../../../shared/contract/chosen-keys.ts';
import { keysOfPress, ownerOf, withKey, withoutChoice } from '../../../../shared/contract/key-conflicts.ts';
import { allKeysOf, localKeyOf, type PressedKeys } from '../../../../shared/contract/local-keys.ts';
import { menuEntries, type MenuEntry, type MenuId } from '../../../../shared/contract/menu.ts';
import { commandOf } from '../../../../renderer/ui/keys.ts';
import { withKeys } from '../../../../shared/contract/shown-keys.ts';

const entry = (id: MenuId): MenuEntry => {
  const found = menuEntries.find((known) => known.id === id);
  if (!found) throw new Error(id);
  return found;
};

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

const ctrlB = press('b', { ctrlKey: true });

const chosen: ChosenKeys = { export: 'Mod+B', palette: null, zoomIn: 'I' };
const shown = (text: string, platform = 'linux') => withKeys(text, 'en', platform, chosen);

describe('a chosen key', () => {
  it('starts its action, and the key that it came with no longer does', () => {
    expect(commandOf(ctrlB, 'linux', 'vat-invoice', chosen)).toBe('export');
    expect(commandOf(press('e', { ctrlKey: true }), 'linux', 'vat-invoice', chosen)).toBeNull();
    expect(commandOf(press('k', { ctrlKey: true }), 'linux', 'vat-invoice', chosen)).toBeNull();
    expect(localKeyOf(press('i'), ['zoomIn'], chosen)).toBe('zoomIn');
    // Also no other key of the same action.
    expect(localKeyOf(press('='), ['zoomIn'], chosen)).toBeNull();
  });

  it('stands in every text that names the key', () => {
    expect(shown('Ctrl+E writes an Excel workbook.')).toBe('Ctrl+B writes an Excel workbook.');
    expect(shown('Ctrl+E writes an Excel workbook.', 'darwin')).toBe('⌘B writes an Excel workbook.');
    expect(shown('Ctrl+Shift+E, Ctrl+Enter, F8 and Tab')).toBe('Ctrl+Shift+E, Ctrl+Enter, F8 and Tab');
    expect(shown('Ctrl+K finds every action')).toBe('“Find an action” finds every action');
    expect(withKeys('?', 'zh', 'linux', { keys: 'F12' })).toBe('F12');
  });

  test.each<[MenuId, string, boolean]>([
    ['export', 'Mod+B', true],
    ['export', 'F10', true],
    ['export', 'Alt+Shift+B', true],
    ['export', 'Mod++', true],
    ['export', 'B', false],
    ['export', 'Shift+B', false],
    ['export', 'Space', false],
    ['export', 'Enter', false],
    ['export', 'Escape', false],
    ['export', 'Mod+W', false],
    ['export', 'Mod+C', false],
    ['export', 'Mod+Ü', false],
    ['export', '</script>', false],
    ['zoomIn', 'I', true],
    ['zoomIn', 'Mod+I', false],
    ['deleteLine', 'D', false],
    ['remove', 'Delete', true],
    ['nextMask', '4', true],
    ['nextMask', 'M', true],
    ['nextMask', 'Tab', false],
    ['nextMask', 'Mod+M', false],
    ['nextMask', 'Alt+4', false],
    ['drawFace', 'M', false],
    ['nextFinding', 'Tab', true],
    ['export', 'Tab', false],
    // A text field needs these, except from actions that leave it alone, or belong to another place.
    ['export', 'Mod+Z', false],
    ['export', 'Mod+Y', false],
    ['redo', 'Mod+Y', true],
    ['export', 'Mod+Home', false],
    ['export', 'Mod+Shift+End', false],
    ['export', 'Mod+Backspace', false],
    ['export', 'Mod+Delete', false],
    ['export', 'Mod+Shift+ArrowLeft', false],
    ['export', 'Alt+Backspace', false],
    ['export', 'Alt+Shift+ArrowUp', false],
    ['nextPage', 'Alt+ArrowUp', true],
    ['deleteLine', 'Mod+Backspace', true],
  ])('of %s can be %s: %s', (id, keys, can) => {
    expect(canHave(entry(id), keys)).toBe(can);
    expect(chosenKeysSchema.safeParse({ [id]: keys }).success).toBe(can);
  });

  it('is read from a file only if it is one', () => {
    for (const kept of [null, 'Mod+B', { export: 1 }, { export: 'x'.repeat(50) }, [['export', 'Mod+B']]])
      expect(chosenKeysSchema.safeParse(kept).success).toBe(false);
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`action${at}`, null]));
    expect(chosenKeysSchema.safeParse(many).success).toBe(false);
    // An action of a later version.
    expect(chosenKeysSchema.safeParse({ later: 'Mod+B' }).success).toBe(true);
  });
});

describe('conflicts', () => {
  it('do not exist among the keys that Vouch comes with', () => {
    for (const known of menuEntries)
      for (const keys of allKeysOf(known.id)) expect(ownerOf(known, keys, {}), known.id).toBeNull();
  });

  it('name the action that has the keys, which can give them up', () => {
    expect(ownerOf(entry('totals'), 'Mod+E', {})).toEqual({ kind: 'action', id: 'export' });
    const taken = withKey({}, entry('totals'), 'Mod+E');
    expect(taken).toEqual({ totals: 'Mod+E', export: null });
    expect(ownerOf(entry('totals'), 'Mod+E', taken)).toBeNull();
    expect(withoutChoice(taken, entry('export'))).toEqual({ totals: null });
  });

  it('take only the second key of an action that has two', () => {
    const taken = withKey({}, entry('turnLeft'), '=');
    expect(taken).toEqual({ turnLeft: '=', zoomIn: '+' });
    expect(allKeysOf('zoomIn', taken)).toEqual(['+']);
    // It comes back only without the other action's choice.
    expect(withKey(taken, entry('zoomIn'), '+')).toEqual(taken);
    expect(withoutChoice(taken, entry('zoomIn'))).toEqual({ turnLeft: null });
  });

  it('end with the key that an action comes with, which is no choice', () => {
    const chosenRedo = withKey({}, entry('redo'), 'Mod+I');
    expect(withKey(chosenRedo, entry('redo'), 'Mod+Shift+Z')).toEqual({});
    expect(withKey({ confirm: 'Mod+I' }, entry('confirm'), 'Mod+Enter')).toEqual({});
    expect(withKey({}, entry('drawFace'), null)).toEqual({});
  });

  it('do not exist between places and workspaces that never meet', () => {
    expect(ownerOf(entry('drawFace'), 'F4', {})).toBeNull();
    expect(ownerOf(entry('treat'), 'F4', {})).toEqual({ kind: 'action', id: 'confirmClean' });
    expect(ownerOf(entry('deleteLine'), 'Delete', {})).toBeNull();
  });

  it('name keys that are fixed', () => {
    expect(ownerOf(entry('totals'), 'Mod+D', {})).toEqual({ kind: 'fixed', place: 'table', id: 'fillDown' });
    expect(ownerOf(entry('bin'), 'Delete', {})).toEqual({ kind: 'fixed', place: 'table', id: 'empty' });
    expect(ownerOf(entry('totals'), 'Mod+Enter', {})).toEqual({ kind: 'fixed', place: 'table', id: 'fill' });
  });
});

describe('pressed keys', () => {
  test.each<[PressedKeys, MenuId, boolean, string | null]>([
    [ctrlB, 'export', false, 'Mod+B'],
    [press('b', { metaKey: true }), 'export', true, 'Mod+B'],
    [press('b', { metaKey: true }), 'export', false, null],
    [press('B', { ctrlKey: true, altKey: true, shiftKey: true }), 'export', false, 'Mod+Alt+Shift+B'],
    [press('!', { ctrlKey: true, shiftKey: true, code: 'Digit1' }), 'export', false, 'Mod+Shift+1'],
    [press('Control', { ctrlKey: true }), 'export', false, null],
    [press('b'), 'export', false, null],
    [press('F10'), 'export', false, 'F10'],
    [press('?', { shiftKey: true }), 'zoomIn', false, '?'],
    // On the number pad, and on the main part of the keyboard.
    [press('+', { ctrlKey: true, code: 'NumpadAdd' }), 'export', false, 'Mod++'],
    [press('+', { ctrlKey: true, shiftKey: true, code: 'Equal' }), 'export', false, 'Mod+Shift++'],
    [press('-', { ctrlKey: true }), 'export', false, 'Mod+-'],
  ])('%o for %s are keys', (event, id, mac, keys) => {
    expect(keysOfPress(event, entry(id), mac)).toBe(keys);
    if (keys !== null) {
      const after = withKey({}, entry(id), keys);
      expect(keyOf(entry(id), after)).toBe(keys);
      expect(
        commandOf(event, mac ? 'darwin' : 'linux', 'vat-invoice', after) ?? localKeyOf(event, [id], after),
      ).toBe(id);
    }
  });
});
