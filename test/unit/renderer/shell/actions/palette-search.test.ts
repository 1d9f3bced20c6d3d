import { describe, expect, test } from 'vitest';
import { findActions } from '../../../../../renderer/shell/actions/palette-search.ts';
import { actionsOf, booksMenu, menuIds, windowMenu } from '../../../../../shared/contract/menu.ts';
import { menuTexts } from '../../../../../shared/texts/menu.ts';

const first = (text: string) => findActions('vat-invoice', text)[0]?.id;
const ids = (text: string) => findActions('vat-invoice', text).map(({ id }) => id);

describe('the search of all actions', () => {
  test.each([
    ['生成凭证', 'vouchers'],
    ['凭证', 'vouchers'],
    ['scpz', 'vouchers'],
    ['pz', 'vouchers'],
    ['vou', 'vouchers'],
    ['GUIDX', undefined],
    ['tax bureau', 'matchList'],
    ['bureau import', 'matchList'],
    ['swjqd', 'matchList'],
    ['dcexcel', 'export'],
    ['cxsb', 'recognizeAgain'],
    ['重新', 'recognizeAgain'],
    ['hz', 'totals'],
    ['lsjl', 'history'],
    ['kjj', 'keys'],
    ['qrqb', 'confirmClean'],
    ['set', 'settings'],
    ['bq', 'tag'],
    ['tag', 'tag'],
    ['主题', 'settings'],
    ['lang', 'settings'],
    ['zhmy', 'settings'],
    ['freeze', 'toggleTable'],
    ['筛选', 'toggleTable'],
  ])('finds %s', (text, id) => {
    expect(first(text)).toBe(id);
  });

  test('finds each action by its names and by all its initials', () => {
    for (const { id } of actionsOf('vat-invoice')) {
      if (id === 'palette') continue;
      expect(ids(menuTexts[id].zh)).toContain(id);
      expect(ids(menuTexts[id].en)).toContain(id);
    }
  });

  test('lists every action of the workspace without a text, and none of the other', () => {
    expect(ids(' ')).toEqual(menuIds.filter((id) => ids('').includes(id)));
    expect(ids('')).not.toContain('drawFace');
    expect(findActions('face-detect', '').map(({ id }) => id)).not.toContain('vouchers');
    expect(new Set([...ids(''), ...findActions('face-detect', '').map(({ id }) => id), 'palette'])).toEqual(
      new Set(menuIds),
    );
  });

  test('finds nothing for signs, and never fails on them', () => {
    for (const text of ['(((', '\\', '🙂', '〓〓', 'zzzzzz']) expect(ids(text)).toEqual([]);
  });
});

describe('the menus of the window', () => {
  test.each(['vat-invoice', 'face-detect'] as const)('have at most 25 entries: %s', (service) => {
    const shown = windowMenu(service).flatMap(({ entries }) => entries);
    expect(shown.length).toBeLessThanOrEqual(25);
    expect(shown.map(({ id }) => id)).toContain('palette');
    // An action that a key of one place starts, too.
    expect(shown.some(({ id }) => id === 'excludeFaces')).toBe(service === 'face-detect');
  });

  test('hold the books in a menu of their own', () => {
    expect(booksMenu.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['vouchers', 'archive', 'matchList', 'exportUnverified', 'print']),
    );
    expect(windowMenu('vat-invoice').map(({ id }) => id)).not.toContain('books');
  });
});
