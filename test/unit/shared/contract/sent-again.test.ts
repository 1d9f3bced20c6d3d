import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Command } from '../../../../shared/contract/command.ts';
import { commands } from '../../../../shared/contract/commands.ts';
import { pageDetailSchema } from '../../../../shared/contract/page.ts';
import { settingsSchema } from '../../../../shared/contract/settings.ts';

const again = Object.entries<Command>(commands).filter(([, { sentAgain }]) => sentAgain !== undefined);

test('only what a user types or chooses is sent again after a lost answer', () => {
  expect(again.map(([name]) => name).toSorted()).toEqual([
    'batch.correct',
    'batch.join',
    'batch.review',
    'batch.split',
    'batch.tag',
    'faces.edit',
    'pages.accept',
    'pages.correct',
    'pages.editLines',
    'pages.keep',
    'pages.note',
    'pages.pair',
    'pages.revert',
    'pages.review',
    'settings.change',
  ]);
});

test.each(again)(
  '%s can be answered when it was stored before',
  (_, { ledger, office, sentAgain, ...command }) => {
    // Settings are no part of the ledger. Their answer is all that holds now, so that an old one is never needed.
    if (sentAgain === 'now')
      return expect({ ledger, office, isWhole: command.output === settingsSchema }).toEqual({
        ledger: 'none',
        office: 'viewer',
        isWhole: true,
      });
    expect({ ledger, office }).toEqual({ ledger: 'write', office: 'preparer' });
    const isOfPage = command.input instanceof z.ZodObject && 'id' in command.input.shape;
    expect(isOfPage).toBe(sentAgain !== 'kept');
    if (sentAgain === 'page') return expect(command.output).toBe(pageDetailSchema);
    return expect(command.output.safeParse({}).success).toBe(sentAgain === 'nothing');
  },
);

test('a command that may carry a password is not sent again', () => {
  const carries = Object.entries<Command>(commands).filter(([, { input }]) =>
    JSON.stringify(z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' })).includes('"password"'),
  );
  expect(carries.map(([name]) => name)).toContain('pages.unlock');
  expect(carries.filter(([, { sentAgain }]) => sentAgain !== undefined)).toEqual([]);
});
