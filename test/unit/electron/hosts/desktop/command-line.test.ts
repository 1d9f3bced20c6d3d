import { describe, expect, it } from 'vitest';
import { commandLineOf } from '../../../../../electron/hosts/desktop/command-line.ts';

describe('the arguments of a packaged program', () => {
  it.each([
    [['vouch', 'invoice', 'a.png', '--json', '-']],
    [['vouch', 'face', 'a.jpg']],
    [['vouch', '--version']],
    [['vouch', '--help']],
    [['vouch', '-h']],
  ])('are a command line: %j', (argv) => {
    expect(commandLineOf(argv, true)).toEqual(argv.slice(1));
  });

  it.each([
    [['vouch']],
    [['vouch', '/home/me/发票.pdf']],
    [['vouch', './invoice']],
    [['vouch', '--ozone-platform=wayland']],
    [['vouch', 'a.png', 'invoice']],
  ])('open the window: %j', (argv) => {
    expect(commandLineOf(argv, true)).toBeNull();
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
