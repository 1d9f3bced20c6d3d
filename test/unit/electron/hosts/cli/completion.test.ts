import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { completionScript, shells } from '../../../../../electron/hosts/cli/completion.ts';
import { commandWords, optionsOf } from '../../../../../shared/texts/program-commands.ts';

/** What bash offers for the words of a line; the last one is being typed. */
const offered = (...line: readonly string[]): readonly string[] => {
  const { stdout, stderr } = spawnSync(
    'bash',
    [
      '-c',
      'eval "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vouch; printf "%s\\n" "${COMPREPLY[@]}"',
    ].concat(['-', completionScript('bash')], line),
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
};

describe('the completion of a shell', () => {
  test.each(shells)('of %s knows every command and its options', (shell) => {
    const script = completionScript(shell);
    for (const word of commandWords) {
      expect(script).toContain(word);
      for (const option of optionsOf(word)) expect(script).toContain(option.slice(2));
    }
  });

  test.skipIf(process.platform === 'win32')('of bash offers commands, options and shells', () => {
    expect(offered('vouch', '')).toEqual(expect.arrayContaining([...commandWords]));
    expect(offered('vouch', 'inv')).toEqual(['invoice']);
    expect(offered('vouch', 'help', 'pr')).toEqual(['print']);
    expect(offered('vouch', 'invoice', 'a.pdf', '--x')).toEqual(['--xlsx']);
    expect(offered('vouch', 'face', '--x')).toEqual([]);
    expect(offered('vouch', 'completion', '')).toEqual([...shells]);
    expect(offered('vouch', 'archive', '--che')).toEqual(['--check']);
  });
});

test('options are those that the usage names', () => {
  expect(optionsOf('invoice')).toEqual(expect.arrayContaining(['--csv', '--reader', '--local', '--quiet']));
  expect(optionsOf('invoice')).not.toContain('--points');
  expect(optionsOf('face')).not.toContain('--xlsx');
  expect(optionsOf('print')).toContain('--per-page');
});
