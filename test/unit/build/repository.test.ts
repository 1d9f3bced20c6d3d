import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../../helpers/app-fixtures/folders.ts';

/** Names that Windows refuses: device names, reserved characters, a space or full stop at the end. */
// oxlint-disable-next-line no-control-regex -- control characters are what is searched for
const refusedByWindows = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[<>:"\\|?*\u0000-\u001f]|[. ]$/iu;
const isRefused = (path: string): boolean => path.split('/').some((name) => refusedByWindows.test(name));

const trackedFiles = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-z'], { cwd: projectFolder, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '');

test.each([':memory:', 'a/con.ts', 'notes.', 'a b /c', 'what?.ts', 'AUX'])('finds %j', (path) => {
  expect(isRefused(path)).toBe(true);
});

test('tracks no file that Windows cannot check out', () => {
  const files = trackedFiles();
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter(isRefused)).toEqual([]);
  expect(new Set(files.map((path) => path.toLowerCase())).size).toBe(files.length);
});

test('checks out text with the line ends that the format check expects', () => {
  const attributes = readFileSync(join(projectFolder, '.gitattributes'), 'utf8');
  expect(attributes).toContain('* text=auto eol=lf');
  const mixed = execFileSync('git', ['ls-files', '--eol'], { cwd: projectFolder, encoding: 'utf8' });
  expect(mixed.split('\n').filter((line) => /i\/(?:crlf|mixed)/.test(line))).toEqual([]);
});
