import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { completionScript, shells } from '../../../../../electron/hosts/cli/completion.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';
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

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** What a person gets who types these keys in an interactive zsh and presses Enter: the words after `vouch`. */
const completedByZsh = async (keys: string): Promise<string> => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'my invoices'));
  await writeFile(
    join(folder, '.zshrc'),
    `autoload -U compinit && compinit -u -D\n${completionScript('zsh')}\nvouch() { print -r -- "G""OT=\${(j:|:)@}=" }\n`,
  );
  const script = `zmodload zsh/zpty
    zpty shell zsh -i
    zpty -w shell "$KEYS"
    zpty -r shell seen '*GOT=*=*'
    print -r -- "$seen"`;
  const { stdout } = spawnSync('zsh', ['-f', '-c', script], {
    cwd: folder,
    env: { ...process.env, ZDOTDIR: folder, HOME: folder, TERM: 'dumb', KEYS: keys },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return /GOT=(.*)=/u.exec(stdout)?.[1] ?? stdout;
};

/** What fish offers for a line. */
const offeredByFish = (line: string): readonly string[] => {
  const { stdout, stderr } = spawnSync(
    'fish',
    ['--no-config', '-c', 'echo $argv[1] | source; complete -C $argv[2]', completionScript('fish'), line],
    { encoding: 'utf8', timeout: 20_000 },
  );
  expect(stderr).toBe('');
  return stdout
    .split('\n')
    .map((one) => one.split('\t')[0] ?? '')
    .filter((one) => one !== '');
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
    expect(offered('vouch', 'office', '')).toEqual(['prepare']);
    expect(offered('vouch', 'office', 'prepare', '--')).toEqual(['--lang']);
    expect(offered('vouch', 'archive', '--che')).toEqual(['--check']);
    expect(offered('vouch', 'invoice', 'no-such')).toEqual([]);
    expect(offered('vouch', 'invoice', 'LICEN')).toEqual(['LICENSE']);
    // macOS has bash 3.2.
    expect(completionScript('bash')).not.toMatch(/mapfile|readarray|declare -A|\$\{\w+,,/);
  });

  test.skipIf(!has('zsh'))('of zsh completes what is typed', async () => {
    expect(await completedByZsh('vouch inv\ta.pdf')).toBe('invoice|a.pdf');
    expect(await completedByZsh('vouch help pri\t')).toBe('help|print');
    expect(await completedByZsh('vouch invoice a.pdf --xl\tb.xlsx')).toBe('invoice|a.pdf|--xlsx|b.xlsx');
    expect(await completedByZsh('vouch completion po\t')).toBe('completion|powershell');
    expect(await completedByZsh('vouch face my\t')).toBe('face|my invoices');
  });

  test.skipIf(!has('fish'))('of fish offers commands, options and shells', () => {
    expect(offeredByFish('vouch ')).toEqual([...commandWords].toSorted());
    expect(offeredByFish('vouch inv')).toEqual(['invoice']);
    expect(offeredByFish('vouch help pri')).toEqual(['print']);
    expect(offeredByFish('vouch invoice a.pdf --xl')).toEqual(['--xlsx']);
    expect(offeredByFish('vouch face --xl')).toEqual([]);
    expect(offeredByFish('vouch completion ')).toEqual([...shells].toSorted());
    expect(offeredByFish('vouch invoice ./LICEN')).toEqual(['./LICENSE']);
  });
});

test('options are those that the usage names', () => {
  expect(optionsOf('invoice')).toEqual(expect.arrayContaining(['--csv', '--reader', '--local', '--quiet']));
  expect(optionsOf('invoice')).not.toContain('--points');
  expect(optionsOf('face')).not.toContain('--xlsx');
  expect(optionsOf('print')).toContain('--per-page');
});
