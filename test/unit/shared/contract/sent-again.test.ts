import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Command } from '../../../../shared/contract/command.ts';
import { commands } from '../../../../shared/contract/commands.ts';
import { pageDetailSchema } from '../../../../shared/contract/page.ts';

const again = Object.entries<Command>(commands).filter(([, { sentAgain }]) => sentAgain !== undefined);

test('only edits of one page are sent again after a lost answer', () => {
  expect(again.map(([name]) => name).toSorted()).toEqual([
    'faces.edit',
    'pages.accept',
    'pages.correct',
    'pages.editLines',
    'pages.keep',
    'pages.note',
    'pages.pair',
    'pages.revert',
    'pages.review',
    'pages.undo',
  ]);
});

test.each(again)(
  '%s can be answered when it was stored before',
  (_, { ledger, office, sentAgain, ...command }) => {
    expect({ ledger, office }).toEqual({ ledger: 'write', office: 'preparer' });
    expect(command.input instanceof z.ZodObject && 'id' in command.input.shape).toBe(true);
    if (sentAgain === 'page') expect(command.output).toBe(pageDetailSchema);
    else expect(command.output.safeParse({}).success).toBe(true);
  },
);
