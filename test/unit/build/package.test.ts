import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Arch } from 'electron-builder';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { documentFormats, extensionsOf, pictureFormats } from '../../../shared/file-formats.ts';
import { root } from '../../../build/install.mjs';
import { missingNatives } from '../../../build/natives.mjs';
import { afterPack as afterPackHook } from '../../../build/package-hooks.mjs';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const yaml: { load: (text: string) => unknown } = createRequire(
  createRequire(import.meta.url).resolve('electron-builder'),
)('js-yaml');
type MimeHelper = { readonly mimeTypeFiles: Promise<string | null> };
const { LinuxTargetHelper }: { readonly LinuxTargetHelper: new (packager: object) => MimeHelper } =
  createRequire(createRequire(import.meta.url).resolve('electron-builder'))(
    'app-builder-lib/out/targets/LinuxTargetHelper',
  );

/** The head of a native file: enough to tell its processor. */
const headOf = (platform: string, arch: string): Buffer => {
  const head = Buffer.alloc(256);
  if (platform === 'linux') {
    head.writeUInt32BE(0x7f454c46, 0);
    head.writeUInt16LE(arch === 'x64' ? 62 : 183, 18);
  } else if (platform === 'darwin') {
    head.writeUInt32LE(0xfeedfacf, 0);
    head.writeUInt32LE(arch === 'x64' ? 0x01000007 : 0x0100000c, 4);
  } else {
    head.write('MZ');
    head.writeUInt32LE(128, 0x3c);
    head.write('PE', 128);
    head.writeUInt16LE(arch === 'x64' ? 0x8664 : 0xaa64, 132);
  }
  return head;
};

/** Native parts as npm lays them out on each system. */
const targets = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'arm64'],
  ['darwin', 'x64'],
  ['win32', 'x64'],
  ['win32', 'arm64'],
].map(([platform = '', arch = '']) => {
  const system = `${platform}-${arch}`;
  const libvips = {
    linux: `@img/sharp-libvips-${system}/lib/libvips-cpp.so.8.17.3`,
    darwin: `@img/sharp-libvips-${system}/lib/libvips-cpp.8.17.3.dylib`,
  }[platform];
  const abi = { linux: '-gnu', win32: '-msvc' }[platform] ?? '';
  const files = [
    `@img/sharp-${system}/lib/sharp-${system}-0.35.5.node`,
    libvips ?? `@img/sharp-${system}/lib/libvips-42.dll`,
    `@napi-rs/canvas-${system}${abi}/skia.${system}${abi}.node`,
    // The runtime of the networks is not made for Intel Macs.
    ...(system === 'darwin-x64'
      ? []
      : [`onnxruntime-node/bin/napi-v6/${platform}/${arch}/onnxruntime_binding.node`]),
  ];
  return { platform, arch, files };
});

const association = z.object({ ext: z.string(), rank: z.literal('Alternate') }).loose();
const shape = z
  .object({
    beforePack: z.string(),
    afterPack: z.string(),
    fileAssociations: z.undefined().optional(),
    electronFuses: z.object({ resetAdHocDarwinSignature: z.literal(true) }).loose(),
    win: z.object({ target: z.array(z.string()), fileAssociations: z.undefined().optional() }).loose(),
    nsis: z
      .object({
        include: z.string(),
        oneClick: z.literal(false),
        allowToChangeInstallationDirectory: z.literal(true),
        perMachine: z.literal(false),
      })
      .loose(),
    mac: z.object({ fileAssociations: z.array(association) }).loose(),
    linux: z
      .object({
        target: z.array(z.string()),
        fileAssociations: z.array(z.object({ ext: z.string(), mimeType: z.string() }).loose()),
        mimeTypes: z.array(z.string()),
      })
      .loose(),
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
    const { mac } = await settings();
    const claimed = mac.fileAssociations.map(({ ext }) => ext);
    expect(kinds).toEqual(claimed);
    expect(claimed).toContain('pdf');
    expect(extensionsOf({ ...documentFormats, ...pictureFormats })).toEqual(expect.arrayContaining(claimed));
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

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

test.skipIf(!has('makensis'))('the part of the Windows installer compiles', async () => {
  const folder = await temporaryFolder();
  const script = `Unicode true
    Name Vouch
    OutFile "${join(folder, 'Vouch-Setup.exe')}"
    InstallDir "$LOCALAPPDATA\\Vouch"
    !define APP_EXECUTABLE_FILENAME "Vouch.exe"
    !include "${join(root, 'build', 'package', 'installer.nsh')}"
    Section
      !insertmacro customInstall
      WriteUninstaller "$INSTDIR\\remove.exe"
    SectionEnd
    Section Uninstall
      !insertmacro customUnInstall
    SectionEnd`;
  const { status, stdout } = spawnSync('makensis', ['-WX', '-'], { input: script, encoding: 'utf8' });
  expect(status, stdout).toBe(0);
});

/** Shared files of the system's own types and icons: what programs look up. */
const lookups = ['icons', 'generic-icons', 'globs2', 'magic', 'aliases', 'subclasses'];
const systemTypes = '/usr/share/mime/packages/freedesktop.org.xml';

describe('a Debian package', () => {
  test('registers OFD only, and offers Vouch for every file that it opens', async () => {
    const { linux, mac } = await settings();
    expect(linux.fileAssociations.map(({ ext }) => ext)).toEqual(['ofd']);
    const claimed = new Set(
      mac.fileAssociations.map(({ ext }) => (ext === 'jpg' ? 'jpeg' : ext === 'tif' ? 'tiff' : ext)),
    );
    expect(linux.mimeTypes.map((type) => type.split('/')[1])).toEqual(
      [...claimed].filter((ext) => ext !== 'ofd'),
    );
  });

  test.skipIf(!has('update-mime-database') || !existsSync(systemTypes))(
    'changes no type and no icon but those of OFD',
    async () => {
      const { linux } = await settings();
      const folder = await temporaryFolder();
      const packages = join(folder, 'packages');
      await mkdir(packages);
      await copyFile(systemTypes, join(packages, 'freedesktop.org.xml'));
      const look = async (): Promise<readonly string[]> => {
        const { status, stderr } = spawnSync('update-mime-database', [folder], { encoding: 'utf8' });
        expect(status, stderr).toBe(0);
        const texts = await Promise.all(lookups.map((name) => readFile(join(folder, name), 'latin1')));
        return texts.flatMap((text, at) => text.split('\n').map((line) => `${lookups[at] ?? ''}: ${line}`));
      };
      const before = await look();
      // The file that electron-builder puts into the package.
      const helper = new LinuxTargetHelper({
        fileAssociations: linux.fileAssociations,
        getTempFile: async () => join(packages, 'vouch.xml'),
      });
      expect(await helper.mimeTypeFiles).toBe(join(packages, 'vouch.xml'));
      const after = await look();
      const known = new Set(before);
      expect(after.filter((line) => !known.has(line)).toSorted()).toEqual([
        'globs2: 50:application/ofd:*.ofd',
        'icons: application/ofd:x-office-document',
      ]);
      const kept = new Set(after);
      expect(before.filter((line) => !kept.has(line))).toEqual([]);
    },
  );
});

describe('packages for every system', () => {
  test('are built for the processor of the computer or for the named one, and a native part is demanded', async () => {
    const { win, linux, beforePack, afterPack } = await settings();
    expect(win.target).toEqual(['nsis', 'portable']);
    expect(linux.target).toEqual(['AppImage', 'deb']);
    for (const hook of [beforePack, afterPack]) expect(hook).toBe('build/package-hooks.mjs');
  });

  test.each(targets)('lack nothing for $platform-$arch, or say what', async ({ platform, arch, files }) => {
    const folder = await temporaryFolder();
    for (const file of files) {
      const path = join(folder, 'node_modules', file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, headOf(platform, arch));
    }
    expect(missingNatives(folder, platform, arch)).toEqual([]);
    // Each part by itself: missing, and of another processor.
    for (const file of files) {
      const path = join(folder, 'node_modules', file);
      await writeFile(path, headOf(platform, arch === 'x64' ? 'arm64' : 'x64'));
      expect(missingNatives(folder, platform, arch)).toEqual([
        expect.stringMatching(/ is for another processor \((?:x64|arm64)\): /),
      ]);
      await rm(path);
      expect(missingNatives(folder, platform, arch)).toEqual([expect.stringMatching(/ is missing: /)]);
      await writeFile(path, headOf(platform, arch));
    }
    expect(missingNatives(folder, platform, arch === 'x64' ? 'arm64' : 'x64').length).toBeGreaterThan(2);
  });

  test('are refused with a sentence if a native part of their own system is missing', async () => {
    const folder = await temporaryFolder();
    const context = {
      appOutDir: folder,
      electronPlatformName: 'linux',
      arch: Arch.arm64,
      packager: { getResourcesDir: (out: string) => join(out, 'resources') },
    };
    expect(() => afterPackHook(context)).toThrow(
      /would not work on linux-arm64:\n {2}sharp is missing: .*\n[^]*npm ci --os=linux --cpu=arm64/u,
    );
  });
});

test('CI pins each action by its digest, and builds on a runner of each system and processor', async () => {
  const text = await readFile(join(root, '.github/workflows/ci.yml'), 'utf8');
  const used = text.split('\n').filter((line) => /^\s*(?:- )?uses:/u.test(line));
  expect(used.length).toBeGreaterThan(4);
  for (const line of used) expect(line).toMatch(/uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u);
  const ci = z
    .object({
      jobs: z.object({
        package: z.object({
          strategy: z.object({ matrix: z.object({ include: z.array(z.object({ os: z.string() })) }) }),
        }),
        release: z.object({
          needs: z.literal('package'),
          permissions: z.object({ attestations: z.string() }),
        }),
      }),
    })
    .parse(yaml.load(text));
  expect(ci.jobs.package.strategy.matrix.include.map(({ os }) => os)).toEqual([
    'ubuntu-24.04',
    'ubuntu-24.04-arm',
    'windows-2025',
    'windows-11-arm',
    'macos-15',
    'macos-15-intel',
  ]);
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
