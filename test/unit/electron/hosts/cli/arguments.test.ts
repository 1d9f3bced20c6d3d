import { commandWords } from '../../../../../shared/texts/program-commands.ts';
import { describe, expect, test } from 'vitest';
import { usage } from '../../../../../shared/texts/command-line.ts';
import {
  fileLikeOption,
  languageAsked,
  parseArguments,
  type CliCommand,
} from '../../../../../electron/hosts/cli/arguments.ts';

const parsed = (...given: string[]): CliCommand => {
  const result = parseArguments(given, 'en');
  if (!result.ok) throw new Error(result.failure.message.en);
  return result.value;
};
const refused = (...given: string[]): string => {
  const result = parseArguments(given, 'en');
  if (result.ok) throw new Error('was not refused');
  expect(result.failure.message.zh).toMatch(/\p{Script=Han}/u);
  return result.failure.message.en;
};

describe('command line', () => {
  test('has its defaults', () => {
    expect(parsed('invoice', 'a.jpg')).toEqual({
      kind: 'recognize',
      service: 'vat-invoice',
      paths: ['a.jpg'],
      outputs: { csv: null, linesCsv: null, xlsx: null, json: null, annotate: null },
      points: false,
      attributes: false,
      sandbox: false,
      local: false,
      reader: null,
      own: [],
      work: false,
      baseUrl: null,
      concurrency: 4,
      force: false,
      language: 'en',
      encoding: 'utf8',
      quiet: false,
    });
  });

  test('accepts every option of both services, in either form and any order', () => {
    expect(
      parsed('invoice', '--csv', '-', 'a', '--lines-csv=l.csv', '--xlsx', 'x.xlsx', 'b', '--json', 'j.json'),
    ).toMatchObject({
      paths: ['a', 'b'],
      outputs: { csv: '-', linesCsv: 'l.csv', xlsx: 'x.xlsx', json: 'j.json' },
    });
    const all =
      'face --points --attributes --sandbox --force --quiet --concurrency=16 p --lang zh --encoding gb18030';
    expect(parsed(...all.split(' '))).toMatchObject({
      service: 'face-detect',
      points: true,
      attributes: true,
      sandbox: true,
      force: true,
      quiet: true,
      concurrency: 16,
      language: 'zh',
      encoding: 'gb18030',
    });
    expect(parsed('face', 'a', '--base-url', 'https://x.example')).toMatchObject({
      baseUrl: 'https://x.example',
    });
  });

  test('accepts a name that begins with a dash after --', () => {
    expect(parsed('invoice', '--quiet', '--', '-a.jpg', '--help')).toMatchObject({
      paths: ['-a.jpg', '--help'],
      quiet: true,
    });
  });

  test('has help and version', () => {
    expect(parsed('--help')).toEqual({ kind: 'help', of: null, language: 'en' });
    expect(parsed('invoice', '--lang=zh', '-h')).toEqual({ kind: 'help', of: 'invoice', language: 'zh' });
    expect(parsed('help')).toEqual({ kind: 'help', of: null, language: 'en' });
    expect(parsed('help', '--lang', 'zh')).toEqual({ kind: 'help', of: null, language: 'zh' });
    for (const word of commandWords) {
      expect(parsed('help', word)).toEqual({ kind: 'help', of: word, language: 'en' });
      expect(parsed(word, '--help')).toMatchObject({ kind: 'help', of: word === 'help' ? null : word });
    }
    for (const form of ['--version', '-V', 'version']) expect(parsed(form)).toEqual({ kind: 'version' });
    expect(parsed('--json-schema')).toEqual({ kind: 'json-schema' });
    for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
      expect(parsed('completion', shell)).toEqual({ kind: 'completion', shell });
  });

  test('takes the general options before the command, too', () => {
    expect(parsed('--lang', 'zh', 'invoice', 'a.pdf')).toMatchObject({ paths: ['a.pdf'], language: 'zh' });
    expect(parsed('--lang=zh', '--quiet', 'face', 'a.jpg')).toMatchObject({ language: 'zh', quiet: true });
    expect(parsed('--quiet', 'print', 'a.pdf')).toEqual({
      kind: 'books',
      name: 'print',
      given: ['--quiet', 'a.pdf'],
    });
    expect(parsed('--lang', 'zh', 'help', 'print')).toEqual({ kind: 'help', of: 'print', language: 'zh' });
    expect(parsed('--quiet', 'completion', 'bash')).toEqual({ kind: 'completion', shell: 'bash' });
    expect(parsed('--lang', 'zh', '--version')).toEqual({ kind: 'version' });
    expect(parsed('--lang', 'zh', 'print', '--help')).toEqual({ kind: 'help', of: 'print', language: 'zh' });
  });

  test.each([
    [['--json', '-', 'invoice', 'a.pdf'], /Options follow the command: for example vouch invoice --json/],
    [['--lang', 'zh', '--csv=f', 'invoice'], /Options follow the command: .*--csv/],
    [['--lang', 'zh'], /Missing command/],
    [['--quiet'], /Missing command/],
    [['--lang', 'fr', 'version'], /--lang must be/],
    [['--quiet', 'invoice', '--quiet', 'a.pdf'], /given twice/],
    [['version', 'a.pdf'], /takes no PATH/],
    [['help', 'print', 'face'], /takes no PATH/],
    [['completion', 'bash', '--csv', 'f'], /Unknown option/],
  ])('refuses %j', (given, message) => {
    expect(refused(...given)).toMatch(message);
  });

  test.each([
    ['invoce', 'invoice'],
    ['inovice', 'invoice'],
    ['invoices', 'invoice'],
    ['Invoice', 'invoice'],
    ['voucher', 'vouchers'],
    ['archiv', 'archive'],
    ['pritn', 'print'],
    ['comp', 'completion'],
    ['sevre', 'serve'],
  ])('%s: asks whether %s was meant', (typed, meant) => {
    expect(refused(typed, 'a.pdf')).toContain(`Did you mean ${meant}?`);
    expect(refused('help', typed)).toContain(`Did you mean ${meant}?`);
  });

  test.each(['bill', 'xyz', '', '--', 'a'.repeat(5000), '发票'])('%s: has no suggestion', (typed) => {
    expect(refused(typed)).toMatch(/Unknown command/);
    expect(refused(typed)).not.toMatch(/Did you mean/);
  });

  test.each([
    [[], /invoice PATH/],
    [['bill', 'a'], /Unknown command/],
    [['__proto__', 'a'], /Unknown command/],
    [['completion'], /Name the shell/],
    [['completion', 'tcsh'], /Name the shell/],
    [['invoice'], /Missing PATH/],
    [['invoice', '--csv', 'f'], /Missing PATH/],
    [['invoice', ''], /Missing PATH/],
    [['invoice', '-'], /standard input/],
    [['invoice', 'a', '--nope'], /Unknown option --nope/],
    [['invoice', 'a', '-x'], /Unknown option -x/],
    [['invoice', 'a', '--constructor'], /Unknown option/],
    [['invoice', 'a', '--points'], /does not apply/],
    [['face', 'a', '--xlsx', 'f'], /does not apply/],
    [['face', 'a', '--lines-csv', 'f'], /does not apply/],
    [['face', 'a', '--office', 'https://x'], /hands in invoices only\. Add the photos/],
    [['face', 'a', '--office=https://x'], /hands in invoices only\. Add the photos/],
    [['invoice', 'a', '--csv'], /--csv needs a value/],
    [['invoice', 'a', '--csv='], /--csv needs a value/],
    [['invoice', 'a', '--csv', '--json', 'f'], /--csv needs a value/],
    [['invoice', 'a', '--csv', 'f', '--csv', 'g'], /given twice/],
    [['invoice', 'a', '--sandbox=yes'], /takes no value/],
    [['invoice', 'a', '--csv', '-', '--json', '-'], /Only one result/],
    [['invoice', 'a', '--csv', '-', '--lines-csv=-'], /Only one result/],
    [['invoice', 'a', '--xlsx', '-'], /can’t write to standard output/],
    [['invoice', 'a', '--concurrency', '0'], /1–16/],
    [['invoice', 'a', '--concurrency', '17'], /1–16/],
    [['invoice', 'a', '--concurrency', '2.5'], /1–16/],
    [['invoice', 'a', '--concurrency', '0x4'], /1–16/],
    [['invoice', 'a', '--lang', 'fr'], /zh, en/],
    [['invoice', 'a', '--encoding', 'latin1'], /utf8, gb18030/],
    [['invoice', 'a', '--sandbox', '--base-url', 'https://x'], /combined/],
  ])('%j is refused', (given, message) => {
    expect(refused(...given)).toMatch(message);
  });

  test('never repeats the text after an unknown option, because it could be a secret', () => {
    expect(refused('invoice', 'a', '--api-secret=planted')).not.toContain('planted');
  });

  test('determines the language before everything else', () => {
    expect(languageAsked(['invoice', '--nope', '--lang', 'zh'], 'en')).toBe('zh');
    expect(languageAsked(['invoice', '--lang=fr'], 'en')).toBe('en');
    expect(languageAsked(['--lang'], 'zh')).toBe('zh');
  });
});

const here =
  (...names: readonly string[]) =>
  (path: string) =>
    names.includes(path);

test('names the form of --base-url for the Windows package in its help', () => {
  for (const text of Object.values(usage)) expect(text).toContain('--base-url=');
  // Electron on Windows rejects arguments after an address (CVE-2018-1000006); with = it is one argument.
  expect(parsed('invoice', '--base-url=https://a.example', 'a.jpg')).toMatchObject({
    baseUrl: 'https://a.example',
    paths: ['a.jpg'],
  });
});

describe('a file that is named like an option', () => {
  test.each([
    [['invoice', '--base-url=localhost:18400', 'a.jpg'], '--base-url=localhost:18400'],
    [['invoice', 'a.jpg', '--help'], '--help'],
    [['invoice', '--force'], '--force'],
  ])('%j is refused if a shell may have expanded it', (given, name) => {
    expect(fileLikeOption(given, here(name))?.message.en).toContain(`./${name}`);
    expect(fileLikeOption(given, here())).toBeNull();
  });

  test('is a path after -- or with ./', () => {
    expect(fileLikeOption(['invoice', '--', '--force'], here('--force'))).toBeNull();
    expect(parsed('invoice', '--', '--force', './--json')).toMatchObject({
      paths: ['--force', './--json'],
      force: false,
    });
  });
});
