import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Command } from '../../../../shared/contract/command.ts';
import { commands } from '../../../../shared/contract/commands.ts';

const declared = Object.entries<Command>(commands);

/** Never runs: a command without it must not compile. */
export const forgetful = {
  // @ts-expect-error it does not say what the audit log says
  'pages.forget': { ledger: 'write', office: 'approver', input: z.object({}), output: z.object({}) },
} as const satisfies Record<string, Command>;

test('the audit log of an office has each command that changes or gives out data', () => {
  const silent = declared.filter(([, { audit, office }]) => audit === 'nothing' && office !== undefined);
  // It only starts the threads that read files.
  const writing = silent.filter(([, { ledger }]) => ledger === 'write').map(([name]) => name);
  expect(writing).toEqual(['pages.expect']);
  const exporting = silent.filter(([name]) => /export|print|attachment|writeVouchers|archive$/u.test(name));
  expect(exporting).toEqual([]);
});

test('it says nothing of commands that no user may use', () => {
  const said = declared.filter(([, { audit, office }]) => audit !== 'nothing' && office === undefined);
  expect(said).toEqual([]);
});

test.each(declared)('%s repeats only members of its input, and no secret', (_, { audit, input }) => {
  const says = audit === 'nothing' ? [] : (audit.says ?? []);
  const members = input instanceof z.ZodObject ? Object.keys(input.shape) : [];
  for (const name of says) expect(members).toContain(name);
  for (const name of says) expect(name).not.toMatch(/password|secret|key|file|bytes/iu);
});
