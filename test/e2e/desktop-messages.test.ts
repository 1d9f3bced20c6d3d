import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands, isCommandName } from '../../shared/contract/commands.ts';
import { onRealElectron, startDesktop, type DesktopApp } from '../helpers/app-fixtures/desktop-app.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import type { StandInControl } from '../helpers/app-fixtures/stand-in-control.ts';
import { readByService } from '../helpers/interface/steps.ts';

/** The preload's last message about files that reached the page. */
const lastFiles = async (standIn: StandInControl): Promise<unknown> =>
  (await standIn.record()).messages.findLast(({ channel }) => channel === 'vouch:add-files')?.values;

describe('messages of the page about files', () => {
  let app: DesktopApp;
  beforeAll(async () => {
    app = await startDesktop();
  });
  afterAll(() => app.close());

  test("refuses and logs a file's path", async () => {
    const outcome = await app.page.evaluate(async () => {
      const vouch = Reflect.get(window, 'vouch');
      const files = [{ kind: 'path', path: '/etc/passwd' }];
      const adding = { sandbox: true, held: false, drop: { id: crypto.randomUUID(), left: 0 } };
      return [
        await vouch.invoke('pages.add', { service: 'vat-invoice', files, sandbox: true }).catch(String),
        // The preload drops values that are not a File, and none remains.
        await vouch.addFiles('vat-invoice', files, adding).catch(String),
        await vouch.addFiles('vat-invoice', ['/etc/passwd'], adding).catch(String),
        await vouch.chooseFiles('/etc').catch(String),
      ];
    });
    for (const answer of outcome) expect(answer).toMatch(/refused/);
    await expect.poll(() => app.log()).toMatch(/a file named by its path/);
  });

  test('sends a file created by the page as bytes', async () => {
    const answer = await app.page.evaluate(() => {
      const vouch = Reflect.get(window, 'vouch');
      const adding = { sandbox: true, held: false, drop: { id: crypto.randomUUID(), left: 0 } };
      return vouch.addFiles('vat-invoice', [new File(['no picture'], '粘贴.png')], adding);
    });
    expect(answer).toMatchObject({ ok: true, value: { added: [expect.any(Number)] } });
  });
});

describe.skipIf(onRealElectron)('senders of messages to the main process', () => {
  let app: DesktopApp;
  let standIn: StandInControl;
  beforeAll(async () => {
    app = await startDesktop();
    if (!app.standIn) throw new Error('This spec is for the stand-in.');
    standIn = app.standIn;
  });
  afterAll(() => app.close());

  test('accepts the window’s own page', async () => {
    expect(await standIn.forge('vouch:invoke', ['app.info', {}], 'own')).toMatchObject({ ok: true });
  });

  test.each([
    ['another window', 'other-window'],
    ['a frame in the page', 'frame'],
    ['a removed frame', 'gone'],
    ['another origin', { origin: 'https://example.com' }],
  ] as const)('rejects and logs %s on any channel', async (_, sender) => {
    await expect(standIn.forge('vouch:invoke', ['app.info', {}], sender)).rejects.toThrow(/refused/);
    const file = { kind: 'path', path: '/etc/passwd' };
    const adding = { sandbox: true, held: false, drop: { id: randomUUID(), left: 0 } };
    await expect(standIn.forge('vouch:add-files', ['vat-invoice', [file], adding], sender)).rejects.toThrow(
      /refused/,
    );
    await expect(standIn.forge('vouch:choose-files', ['vat-invoice'], sender)).rejects.toThrow(/refused/);
    await expect(standIn.forge('vouch:drag-export', [{}], sender)).rejects.toThrow(/refused/);
    expect((await standIn.record()).dialogs).toEqual([]);
    await expect.poll(() => app.log()).toMatch(/message-refused sender/);
  });

  test.each(['drop', 'choose'] as const)('sends a file from the disk by its path: %s', async (way) => {
    const path = join(projectFolder, 'samples', 'digital-special.png');
    if (way === 'drop') await readByService(app);
    if (way === 'drop') await app.drop([path]);
    else
      await app.choose([path], () =>
        app.page
          .getByRole('button', { name: /^Add files/ })
          .first()
          .click(),
      );
    const useSandbox = app.page.getByRole('button', { name: 'Use the demo' });
    if (way === 'drop') await useSandbox.click();
    const adding = { sandbox: true, held: false, drop: { id: expect.any(String), left: 0 } };
    await expect
      .poll(() => lastFiles(standIn))
      .toMatchObject(['vat-invoice', [{ kind: 'path', path }], adding]);
  });
});

/** Nearly valid inputs: real members with values of any shape. */
const members = [...new Set(Object.keys(commands).flatMap((name) => memberNames(name)))];

function memberNames(name: string): string[] {
  if (!isCommandName(name)) return [];
  const { input } = commands[name];
  return 'shape' in input ? Object.keys(input.shape) : [];
}

const value = fc.oneof(
  fc.anything({ maxDepth: 2, withNullPrototype: false }),
  fc.constantFrom(
    'vat-invoice',
    'face-detect',
    'csv',
    'utf8',
    'all',
    -1,
    0,
    2 ** 53,
    Number.NaN,
    '',
    '../..',
  ),
  fc.string({ maxLength: 20_000 }),
);
const malformed = (name: string) =>
  fc
    .oneof(value, fc.dictionary(fc.constantFrom(...members, '__proto__', 'constructor', 'more'), value))
    // Like on arrival: a message is sent as JSON here.
    .map((input): unknown => JSON.parse(JSON.stringify(input ?? null)))
    .filter((input) => isCommandName(name) && !commands[name].input.safeParse(input).success);

describe('200 malformed messages for every command', () => {
  let app: DesktopApp;
  beforeAll(async () => {
    app = await startDesktop();
  });
  afterAll(() => app.close());

  test.each(Object.keys(commands))('%s: each fails without side effects', async (name) => {
    const inputs = fc.sample(malformed(name), 200);
    const answers: unknown[] = await app.page.evaluate(
      ([command, given]) =>
        Promise.all(
          JSON.parse(given).map((input: unknown) =>
            Reflect.get(window, 'vouch')
              .invoke(command, input)
              .catch((error: unknown) => ({ rejected: String(error) })),
          ),
        ),
      // As text, because Playwright's own serialization would lose a key named __proto__.
      [name, JSON.stringify(inputs)] as const,
    );
    expect(answers).toHaveLength(200);
    for (const answer of answers) {
      expect(JSON.stringify(answer)).toMatch(/"ok":false.*"id":"bad-request"|"rejected":".*refused/);
      expect(JSON.stringify(answer)).not.toMatch(/node_modules|at Object|\.ts:\d/);
    }
  });

  test("are logged by command name, within the log's limit for floods", async () => {
    await expect.poll(() => app.log()).toMatch(/warn message-refused [a-z]+\.[a-zA-Z]+\n/);
    expect(app.log()).toMatch(/too-many-refusals/);
  });

  test('include an unknown command', async () => {
    const names = [
      '',
      'x',
      'pages',
      'toString',
      '__proto__',
      'constructor',
      'pages.open ',
      'PAGES.OPEN',
      'a'.repeat(51),
    ];
    const answers = await app.page.evaluate(
      (given) =>
        Promise.all(given.map((name) => Reflect.get(window, 'vouch').invoke(name, {}).catch(String))),
      names,
    );
    for (const answer of answers) expect(JSON.stringify(answer)).toMatch(/bad-request|refused/);
    const info = await app.page.evaluate(() => Reflect.get(window, 'vouch').invoke('app.info', {}));
    expect(info).toMatchObject({ ok: true });
  });
});
