import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { documentFormats, extensionsOf, pictureFormats } from '../../../shared/file-formats.ts';
import { root } from '../../../build/install.mjs';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const yaml: { load: (text: string) => unknown } = createRequire(
  createRequire(import.meta.url).resolve('electron-builder'),
)('js-yaml');
const association = z.object({ ext: z.string(), rank: z.literal('Alternate') }).loose();
const shape = z
  .object({
    fileAssociations: z.undefined().optional(),
    electronFuses: z.object({ resetAdHocDarwinSignature: z.literal(true) }).loose(),
    win: z.object({ fileAssociations: z.undefined().optional() }).loose(),
    nsis: z.object({ include: z.string() }).loose(),
    mac: z.object({ fileAssociations: z.array(association) }).loose(),
    linux: z.object({ fileAssociations: z.array(association) }).loose(),
  })
  .loose();
const settings = async () =>
  shape.parse(yaml.load(await readFile(join(root, 'electron-builder.yml'), 'utf8')));

/** The lines of the NSIS script without comments. */
const installer = async (): Promise<readonly string[]> => {
  const { nsis } = await settings();
  const text = await readFile(join(root, nsis.include), 'utf8');
  return text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith(';'));
};

describe('Windows lists Vouch under "Open with"', () => {
  test('for files that it opens, the same ones on all systems', async () => {
    const kinds = (await installer()).flatMap((line) => /\$\{WHAT\} "(\w+)"/.exec(line)?.[1] ?? []);
    const { mac, linux } = await settings();
    const claimed = mac.fileAssociations.map(({ ext }) => ext);
    expect(kinds).toEqual(claimed);
    expect(claimed).toContain('pdf');
    expect(extensionsOf({ ...documentFormats, ...pictureFormats })).toEqual(expect.arrayContaining(claimed));
    expect(linux.fileAssociations).toEqual(mac.fileAssociations);
  });

  test('without becoming the default program, and removes every entry on uninstall', async () => {
    const lines = (await installer()).map((line) => line.trim());
    const written = lines.filter((line) => line.startsWith('WriteReg'));
    const removed = lines.filter((line) => line.startsWith('DeleteReg'));
    // In an extension's own key, only the list of programs that can open it is changed.
    const ofExtensions = written.filter((line) => line.includes('Classes\\.'));
    expect(ofExtensions).toEqual([
      'WriteRegNone SHELL_CONTEXT "Software\\Classes\\.${EXT}\\OpenWithProgids" "Vouch.Document"',
    ]);
    expect(
      written.filter((line) => !/Classes\\(Vouch\.Document\\|\.\$\{EXT\}\\OpenWithProgids")/.test(line)),
    ).toEqual([]);
    expect(removed).toEqual([
      'DeleteRegValue SHELL_CONTEXT "Software\\Classes\\.${EXT}\\OpenWithProgids" "Vouch.Document"',
      'DeleteRegKey SHELL_CONTEXT "Software\\Classes\\Vouch.Document"',
    ]);
  });
});

test.skipIf(process.platform === 'win32')(
  'finds the program of `vouch` on macOS through any chain of links',
  async () => {
    const folder = await temporaryFolder();
    const contents = join(folder, 'my apps', 'Vouch.app', 'Contents');
    const own = join(contents, 'Resources', 'bin');
    const program = join(contents, 'MacOS', 'Vouch');
    for (const each of [own, join(contents, 'MacOS'), join(folder, 'bin'), join(folder, 'links', 'deep')])
      await mkdir(each, { recursive: true });
    await copyFile(join(root, 'build', 'package', 'vouch.sh'), join(own, 'vouch'));
    await writeFile(program, '#!/bin/sh\necho "Vouch $*"\n');
    await chmod(program, 0o755);
    await symlink(join(own, 'vouch'), join(folder, 'bin', 'absolute'));
    await symlink('../my apps/Vouch.app/Contents/Resources/bin/vouch', join(folder, 'bin', 'relative'));
    await symlink('../../bin/relative', join(folder, 'links', 'deep', 'twice'));
    await symlink(join(folder, 'links'), join(folder, 'folder'));
    for (const [cwd, file] of [
      [folder, join(own, 'vouch')],
      [folder, join(folder, 'bin', 'absolute')],
      ['/', join(folder, 'bin', 'relative')],
      [join(folder, 'bin'), './relative'],
      ['/', join(folder, 'links', 'deep', 'twice')],
      ['/', join(folder, 'folder', 'deep', 'twice')],
    ] as const) {
      const { stdout, stderr } = spawnSync('sh', [file, 'invoice', 'a b'], { cwd, encoding: 'utf8' });
      expect(stdout, `${file}: ${stderr}`).toBe('Vouch invoice a b\n');
    }
  },
);
