import { describe, expect, it } from 'vitest';
import { commandWords } from '../../../../../shared/texts/program-commands.ts';
import { commandLineOf as ofArguments } from '../../../../../electron/hosts/desktop/command-line.ts';

const commandLineOf = (argv: readonly string[], packaged: boolean, files: readonly string[] = []) =>
  ofArguments(argv, packaged, (path) => files.includes(path));

describe('the arguments of a packaged program', () => {
  it.each([
    [['vouch', 'invoice', 'a.png', '--json', '-']],
    [['vouch', 'face', 'a.jpg']],
    [['vouch', '--version']],
    [['vouch', '--help']],
    [['vouch', '-h']],
    [['vouch', '-V']],
    [['vouch', '--json-schema']],
    [['vouch', 'help', 'print']],
    [['vouch', 'invoce', 'a.png']],
    [['vouch', '--lang', 'zh', 'invoice', 'a.png']],
    [['vouch', '--quiet', 'invoice']],
    [['vouch', '--json', '-', 'invoice']],
    [['vouch', '--json=f', 'invoice']],
    [['vouch', 'Invoice', 'a.pdf']],
    [['vouch', 'match2', 'a']],
    [['vouch', '发票', 'a.pdf']],
    [['vouch', '--nonsense', 'invoice']],
  ])('are a command line: %j', (argv) => {
    expect(commandLineOf(argv, true)).toEqual(argv.slice(1));
  });

  it.each([
    [['vouch']],
    [['vouch', '/home/me/发票.pdf']],
    [['vouch', './invoice']],
    [['vouch', '--ozone-platform=wayland']],
    [['vouch', 'a.png', 'invoice']],
    [['vouch', '--disable-gpu', 'a.png']],
    [['vouch', 'file:///home/me/a.pdf']],
    [['vouch', 'C:\\发票.pdf']],
  ])('open the window: %j', (argv) => {
    expect(commandLineOf(argv, true)).toBeNull();
  });

  it('are a command line for every command of the table, whatever files are there', () => {
    for (const word of commandWords)
      expect(commandLineOf(['vouch', word, 'a.pdf'], true, [word])).toEqual([word, 'a.pdf']);
  });

  it('open the window with a file that is named like a word', () => {
    expect(commandLineOf(['vouch', 'scan'], true, ['scan'])).toBeNull();
    expect(commandLineOf(['vouch', 'scan'], true)).toEqual(['scan']);
    expect(commandLineOf(['vouch', '--disable-gpu', '扫描'], true, ['扫描'])).toBeNull();
  });

  it('may follow the switch that Chromium requires for root', () => {
    expect(commandLineOf(['vouch', '--no-sandbox', 'face', 'a.jpg'], true)).toEqual(['face', 'a.jpg']);
    expect(commandLineOf(['vouch', 'face', '--no-sandbox'], true)).toEqual(['face', '--no-sandbox']);
  });

  it('are ignored when run from the sources, which have their own entry point', () => {
    expect(commandLineOf(['electron', '.', 'invoice'], false)).toBeNull();
    expect(commandLineOf(['electron', 'invoice'], false)).toBeNull();
  });
});
