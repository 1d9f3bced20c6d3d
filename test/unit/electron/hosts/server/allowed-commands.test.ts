import { describe, expect, test } from 'vitest';
import { commands, type CommandName } from '../../../../../shared/contract/commands.ts';
import { roles, type Role } from '../../../../../shared/contract/roles.ts';
import { isAllowed } from '../../../../../electron/office/server/office-backend.ts';

const user = (role: Role) => ({ id: 'p', name: 'P', email: 'p@office.example', role });

/**
 * Each command and the roles that may send it in an office. A new command fails here until it has an entry.
 */
const decided: Readonly<Record<CommandName, Role | 'nobody'>> = {
  'app.info': 'viewer',
  'app.diagnostics': 'nobody',
  'settings.change': 'viewer',
  'account.save': 'nobody',
  'account.address': 'nobody',
  'account.clear': 'nobody',
  'account.test': 'nobody',
  'mailbox.status': 'administrator',
  'mailbox.save': 'nobody',
  'mailbox.clear': 'nobody',
  'mailbox.test': 'administrator',
  'mailbox.take': 'administrator',
  'pages.add': 'preparer',
  'pages.addSamples': 'preparer',
  'pages.expect': 'preparer',
  'drops.begin': 'preparer',
  'drops.list': 'viewer',
  'drops.files': 'preparer',
  'drops.dismiss': 'preparer',
  'pages.list': 'viewer',
  'pages.older': 'viewer',
  'pages.open': 'viewer',
  'pages.calls': 'nobody',
  'pages.original': 'nobody',
  'pages.findOriginal': 'nobody',
  'pages.recognize': 'preparer',
  'pages.compare': 'preparer',
  'pages.cancel': 'preparer',
  'pages.continue': 'preparer',
  'pages.treat': 'preparer',
  'pages.send': 'preparer',
  'pages.unlock': 'preparer',
  'pages.remove': 'approver',
  'pages.withdraw': 'preparer',
  'pages.bin': 'viewer',
  'pages.restore': 'approver',
  'pages.purge': 'administrator',
  'pages.books': 'viewer',
  'pages.correct': 'preparer',
  'pages.editLines': 'preparer',
  'pages.revert': 'preparer',
  'pages.keep': 'preparer',
  'pages.undo': 'preparer',
  'pages.review': 'preparer',
  'batch.review': 'preparer',
  'batch.tag': 'preparer',
  'batch.correct': 'preparer',
  'pages.note': 'preparer',
  'pages.pair': 'preparer',
  'pages.accept': 'preparer',
  'batch.join': 'preparer',
  'batch.split': 'preparer',
  'pages.unsplit': 'approver',
  'batch.undo': 'preparer',
  'queue.pause': 'administrator',
  'app.view': 'nobody',
  'app.keepView': 'nobody',
  'data.size': 'nobody',
  'data.openFolder': 'nobody',
  'data.backup': 'nobody',
  'data.backups': 'nobody',
  'data.restore': 'nobody',
  'history.search': 'viewer',
  'history.batches': 'viewer',
  'pages.sides': 'viewer',
  'history.totals': 'viewer',
  'history.totalled': 'viewer',
  'history.exportTotals': 'preparer',
  'faces.edit': 'preparer',
  'faces.summarize': 'viewer',
  'faces.exportPictures': 'preparer',
  'pages.summarizeExport': 'preparer',
  'pages.export': 'preparer',
  'desk.look': 'viewer',
  'desk.export': 'preparer',
  'books.verify': 'preparer',
  'books.attach': 'preparer',
  'books.attachment': 'viewer',
  'books.qr': 'preparer',
  'books.match': 'preparer',
  'books.exportMatch': 'preparer',
  'books.matchPage': 'preparer',
  'books.readCodes': 'preparer',
  'books.exportCodes': 'preparer',
  'books.archivePlan': 'approver',
  'books.archive': 'approver',
  'books.checkArchive': 'preparer',
  'books.print': 'approver',
  'history.matching': 'viewer',
  'books.chooseNamesFolder': 'nobody',
  'books.planNames': 'nobody',
  'books.nameFiles': 'nobody',
  'books.undoNames': 'nobody',
  'books.tryVouchers': 'preparer',
  'books.writeVouchers': 'approver',
  'books.unfinished': 'approver',
  'books.resolve': 'approver',
  'books.exportUnverified': 'preparer',
  'pages.exportBeside': 'nobody',
};

describe('commands that users of an office may send', () => {
  test.each(Object.entries(decided))('%s: %s', (name, role) => {
    for (const one of roles)
      expect(isAllowed(user(one), name, {}), one).toBe(
        role !== 'nobody' && roles.indexOf(one) >= roles.indexOf(role),
      );
  });

  test('have an entry each', () => {
    expect(Object.keys(commands).filter((name) => !(name in decided))).toEqual([]);
  });

  test.each(['', 'constructor', '__proto__', 'pages.list ', 'PAGES.LIST', 'toString', 'office.invite'])(
    'don’t include %j',
    (name) => expect(isAllowed(user('administrator'), name, {})).toBe(false),
  );
});

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('input that needs more than its command', () => {
  const review = { id: 1, version: 0, digest: null };
  const batch = { ids: [1], onlyClean: false, versions: [0], digests: [null] };
  test.each<[CommandName, object, Role]>([
    ['pages.review', { ...review, mark: 'aside' }, 'preparer'],
    ['pages.review', { ...review, mark: 'open' }, 'preparer'],
    ['pages.review', { ...review, mark: 'confirmed' }, 'approver'],
    ['batch.review', { ...batch, mark: 'aside' }, 'preparer'],
    ['batch.review', { ...batch, mark: 'confirmed' }, 'approver'],
    ['pages.recognize', { ids: ids(20) }, 'preparer'],
    ['pages.recognize', { ids: ids(21) }, 'approver'],
    ['pages.recognize', { ids: ids(21), reader: 'local' }, 'approver'],
    ['pages.cancel', { ids: ids(21) }, 'preparer'],
    ['pages.cancel', { ids: 'all' }, 'approver'],
    ['settings.change', { language: 'zh' }, 'viewer'],
    ['settings.change', { language: 'zh', ownCompanies: [] }, 'administrator'],
  ])('%s %j: %s', (name, input, least) => {
    for (const one of roles)
      expect(isAllowed(user(one), name, input), one).toBe(roles.indexOf(one) >= roles.indexOf(least));
  });
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
  ])('the office’s setting %j from an approver, but not from an administrator', (input) => {
    expect(isAllowed(user('approver'), 'settings.change', input)).toBe(false);
    expect(isAllowed(user('administrator'), 'settings.change', input)).toBe(true);
  });

  test('accepts a user’s own settings, and files as bytes', () => {
    expect(isAllowed(user('viewer'), 'settings.change', { language: 'zh', theme: 'dark' })).toBe(true);
    const files = [{ kind: 'bytes', name: 'a', bytes: new Uint8Array(1) }];
    expect(isAllowed(user('preparer'), 'pages.add', { files })).toBe(true);
  });
});
