import { expect, test, vi } from 'vitest';
import { officeGroup } from '../../../../electron/office/commands.ts';
import { prepareTexts } from '../../../../shared/texts/office-prepare.ts';
import { officeTexts, trailTexts } from '../../../../shared/texts/office-command.ts';

vi.mock('../../../../electron/office/cli/install-office.ts', () => ({
  installOffice: () => 'ready',
  buildWindow: () => 'failed',
}));
vi.mock('../../../../electron/office/server/run-serve.ts', () => ({ runServe: () => Promise.resolve(0) }));

/** How a command ends whose window can't be built. */
const run = async (given: readonly string[]) => {
  const parsed = officeGroup.parse('serve', given, 'en');
  if (!parsed.ok) throw new Error(parsed.failure.message.en);
  const notes: string[] = [];
  const dependencies = { streams: { note: (line: string) => notes.push(line) } };
  const code = await parsed.value.run(dependencies as never);
  return { code, notes };
};

test('builds the window for a server, but not for a link that is only printed', async () => {
  expect(await run([])).toEqual({ code: 2, notes: [officeTexts.en.buildFailed] });
  for (const flag of ['--administrator-link', '--administrator-link=Ann'])
    expect(await run([flag])).toEqual({ code: 0, notes: [] });
});

test('a reload ends no server, with a certificate or without', () => {
  expect(officeGroup.parse('serve', [], 'en')).toMatchObject({ value: { reloads: true } });
  expect(officeGroup.parse('worker', [], 'en')).toMatchObject({ value: { reloads: false } });
});

const parse = (...given: readonly string[]) => officeGroup.parse('trail', given, 'en');

test('checks the audit log only with --check, and from a whole digest', () => {
  expect(parse('--check')).toMatchObject({ ok: true });
  expect(parse('--check', '--since', 'A'.repeat(64))).toMatchObject({ ok: true });
  expect(parse()).toEqual({ ok: false, failure: trailTexts.needsCheck });
  expect(parse('--check', '--since', 'abc')).toEqual({ ok: false, failure: trailTexts.badDigest });
});

const office = (...given: readonly string[]) => officeGroup.parse('office', given, 'en');

test('takes only prepare after office, and no other word', () => {
  expect(office('prepare', '--lang', 'zh')).toMatchObject({ ok: true, value: { language: 'zh' } });
  expect(office()).toEqual({ ok: false, failure: prepareTexts.needsPrepare });
  expect(office('repair')).toEqual({ ok: false, failure: prepareTexts.needsPrepare });
  expect(office('prepare', 'now').ok).toBe(false);
  expect(office('prepare', '--check').ok).toBe(false);
});
