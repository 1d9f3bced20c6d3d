import { describe, expect, test } from 'vitest';
import { consoleAuthor } from '../../../../electron/office/users/audit-log.ts';
import { flawOfName, nameKey } from '../../../../shared/office/user-name.ts';
import { localAuthor, ownAuthor } from '../../../../shared/review/event.ts';

describe('the name of a user', () => {
  test.each([
    'WANG wei',
    ' Wang \t Wei ',
    'Ｗａｎｇ　Ｗｅｉ',
    'Wang\u{A0}Wei',
    'Wa\u{200B}ng Wei\u{202E}',
    'Wang\u{2800}Wei',
    'Wang\u{3164}Wei',
    'W\0ang Wei',
  ])('is the same as Wang Wei: %j', (name) => expect(nameKey(name)).toBe(nameKey('Wang Wei')));

  test.each(['Wang Wei 2', 'WangWei', '王伟', 'Wang Wei (税务)'])('differs from Wang Wei: %j', (name) =>
    expect(nameKey(name)).not.toBe(nameKey('Wang Wei')),
  );

  test('is folded as a whole', () => {
    expect(nameKey('STRASSE')).toBe(nameKey('straße'));
    expect(nameKey('Zoë')).toBe(nameKey('Zoe\u{308}'));
  });

  test.each([
    'Wang\0Wei',
    'Wang\nWei',
    'Wang\u{200D}Wei',
    'Wang\u{202E}ieW',
    'Wang\u{D800}',
    '\u{2800}王',
    '——',
    '👤',
  ])('is refused for its characters: %j', (name) => expect(flawOfName(name)).toBe('badName'));

  test.each([consoleAuthor.name, ownAuthor, localAuthor, 'CONSOLE', 'Ｖｏｕｃｈ', '控制台'])(
    'is refused as one of Vouch: %j',
    (name) => expect(flawOfName(name)).toBe('systemName'),
  );

  test.each(['王伟', 'O’Brien-Ñandú', '欧阳·娜娜', '王伟（税务）', '𠮷田', '001', 'Console Wang'])(
    'is accepted: %j',
    (name) => expect(flawOfName(name)).toBeNull(),
  );
});
