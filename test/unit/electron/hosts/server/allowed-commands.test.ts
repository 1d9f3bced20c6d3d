import { describe, expect, test } from 'vitest';
import { commands, type CommandName } from '../../../../../shared/contract/commands.ts';
import type { Role } from '../../../../../shared/contract/office.ts';
import { isAllowed } from '../../../../../electron/office/server/office-backend.ts';

const user = (role: Role) => ({ id: 'p', name: 'P', email: 'p@office.example', role });

/**
 * Each command and the roles that may send it in an office. A new command fails here until it has an entry.
 */
const decided: Readonly<Record<CommandName, Role | 'nobody'>> = {
  'app.info': 'reviewer',
  'app.diagnostics': 'nobody',
  'settings.change': 'reviewer',
  'account.save': 'nobody',
  'account.address': 'nobody',
  'account.clear': 'nobody',
  'account.test': 'nobody',
  'pages.add': 'reviewer',
  'pages.addSamples': 'reviewer',
  'pages.expect': 'reviewer',
  'drops.begin': 'reviewer',
  'drops.list': 'reviewer',
  'drops.files': 'reviewer',
  'drops.dismiss': 'reviewer',
  'pages.list': 'reviewer',
  'pages.older': 'reviewer',
  'pages.open': 'reviewer',
  'pages.calls': 'nobody',
  'pages.original': 'nobody',
  'pages.findOriginal': 'nobody',
  'pages.recognize': 'reviewer',
  'pages.compare': 'reviewer',
  'pages.cancel': 'reviewer',
  'pages.continue': 'reviewer',
  'pages.treat': 'reviewer',
  'pages.send': 'reviewer',
  'pages.unlock': 'reviewer',
  'pages.remove': 'reviewer',
  'pages.books': 'reviewer',
  'pages.correct': 'reviewer',
  'pages.editLines': 'reviewer',
  'pages.revert': 'reviewer',
  'pages.keep': 'reviewer',
  'pages.undo': 'reviewer',
  'pages.review': 'reviewer',
  'batch.review': 'reviewer',
  'batch.tag': 'reviewer',
  'pages.note': 'reviewer',
  'pages.accept': 'reviewer',
  'batch.join': 'reviewer',
  'batch.split': 'reviewer',
  'batch.undo': 'reviewer',
  'queue.pause': 'administrator',
  'data.size': 'nobody',
  'data.openFolder': 'nobody',
  'data.backup': 'nobody',
  'data.backups': 'nobody',
  'data.restore': 'nobody',
  'history.matching': 'reviewer',
  'history.search': 'reviewer',
  'history.batches': 'reviewer',
  'pages.sides': 'reviewer',
  'history.totals': 'reviewer',
  'history.totalled': 'reviewer',
  'history.exportTotals': 'reviewer',
  'faces.edit': 'reviewer',
  'faces.summarize': 'reviewer',
  'faces.exportPictures': 'reviewer',
  'pages.summarizeExport': 'reviewer',
  'pages.export': 'reviewer',
  'books.verify': 'reviewer',
  'books.attach': 'reviewer',
  'books.attachment': 'reviewer',
  'books.qr': 'reviewer',
  'books.match': 'reviewer',
  'books.exportMatch': 'reviewer',
  'books.readCodes': 'reviewer',
  'books.exportCodes': 'reviewer',
  'books.archivePlan': 'reviewer',
  'books.archive': 'reviewer',
  'books.checkArchive': 'reviewer',
  'books.print': 'reviewer',
  'books.chooseNamesFolder': 'nobody',
  'books.planNames': 'nobody',
  'books.nameFiles': 'nobody',
  'books.undoNames': 'nobody',
  'books.tryVouchers': 'reviewer',
  'books.writeVouchers': 'reviewer',
  'books.unfinished': 'reviewer',
  'books.resolve': 'reviewer',
  'books.exportUnverified': 'reviewer',
  'pages.exportBeside': 'nobody',
};

describe('commands that users of an office may send', () => {
  test.each(Object.entries(decided))('%s: %s', (name, role) => {
    expect(isAllowed(user('reviewer'), name, {})).toBe(role === 'reviewer');
    expect(isAllowed(user('administrator'), name, {})).toBe(role !== 'nobody');
  });

  test('have an entry each', () => {
    expect(Object.keys(commands).filter((name) => !(name in decided))).toEqual([]);
  });

  test.each(['', 'constructor', '__proto__', 'pages.list ', 'PAGES.LIST', 'toString', 'office.invite'])(
    'don’t include %j',
    (name) => expect(isAllowed(user('administrator'), name, {})).toBe(false),
  );
});

describe('input rejected by allowed commands', () => {
  test.each([
    [{ watch: [{ folder: '/', service: 'vat-invoice', addExisting: false }] }],
    [{ language: 'zh', watch: [] }],
    [{ proxy: 'http://evil.example' }],
    [{ authorities: 'x' }],
    [{ allowPlainHttp: true }],
    [{ concurrency: 16 }],
    [{ originals: 'reference' }],
    [{ localOnly: true }],
    [{ unknown: 1 }],
    [null],
    ['language'],
  ])('the setting %j', (input) => {
    expect(isAllowed(user('administrator'), 'settings.change', input)).toBe(false);
  });

  test.each([
    [[{ kind: 'path', path: '/etc/passwd' }]],
    [
      [
        { kind: 'bytes', name: 'a', bytes: new Uint8Array(1) },
        { kind: 'path', path: '/etc/passwd' },
      ],
    ],
    [['/etc/passwd']],
    [[null]],
  ])('a path among files: %j', (files) => {
    expect(isAllowed(user('administrator'), 'pages.add', { files })).toBe(false);
  });

  test.each([
    [{ ownCompanies: [] }],
    [{ confidenceLimit: 0.5 }],
    [{ voucherRules: {} }],
    [{ exportLayouts: [], language: 'zh' }],
  ])('the office’s setting %j from a reviewer, but not from an administrator', (input) => {
    expect(isAllowed(user('reviewer'), 'settings.change', input)).toBe(false);
    expect(isAllowed(user('administrator'), 'settings.change', input)).toBe(true);
  });

  test('accepts a user’s own settings, and files as bytes', () => {
    expect(isAllowed(user('reviewer'), 'settings.change', { language: 'zh', theme: 'dark' })).toBe(true);
    const files = [{ kind: 'bytes', name: 'a', bytes: new Uint8Array(1) }];
    expect(isAllowed(user('reviewer'), 'pages.add', { files })).toBe(true);
  });
});
