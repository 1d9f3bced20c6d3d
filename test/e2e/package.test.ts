import { Arch, Platform, build } from 'electron-builder';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readFuses } from '../../build/fuses.mjs';
import { startDesktop } from '../helpers/app-fixtures/desktop-app.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import { bought, own as company, writeOwn } from '../helpers/own-invoices.ts';
import { commandWords } from '../../shared/texts/program-commands.ts';
import { chineseText, pdf } from '../samples/digital/pdf-file.ts';
import { archiveSize, filesIn, pack, unpack, unpackedFiles, type Packing } from '../helpers/package/pack.ts';

/** Everything that may and must be in app.asar: each line matches at least one file. */
const allowed: readonly RegExp[] = [
  /^package\.json$/,
  /^NOTICE\.txt$/,
  /^out\/main\/(main|(intake|export|backup|reader|store|decode)-worker|intake-decoder|line-reader)\.js$/,
  /^out\/main\/parts\/[\w.-]+\.js$/,
  /^out\/preload\/preload\.cjs$/,
  /^out\/renderer\/index\.html$/,
  /^out\/renderer\/assets\/[\w-]+\.(js|css|svg|webp)$/,
  /^electron\/fonts\/(LICENSE|noto-serif-sc\.ttf)$/,
  /^samples\/[\w-]+\.(png|jpg|bmp|xml|ofd|pdf|truth\.json)$/,
  /^node_modules\/sharp\/(LICENSE|package\.json|dist\/\w+\.[cm]js)$/,
  /^node_modules\/@img\/colour\/(LICENSE\.md|package\.json|\w+\.cjs)$/,
  /^node_modules\/@img\/sharp-[\w-]+\/(LICENSE|package\.json|versions\.json|index\.cjs|lib\/[\w.-]+)$/,
  /^node_modules\/@napi-rs\/canvas\/(LICENSE|package\.json|[\w-]+\.js)$/,
  /^node_modules\/@napi-rs\/canvas-[\w-]+\/(package\.json|[\w.-]+\.node|icudtl\.dat)$/,
  /^node_modules\/detect-libc\/(LICENSE|package\.json|lib\/[\w-]+\.js)$/,
  /^node_modules\/semver\/(LICENSE|package\.json|index\.js|(classes|functions|internal|ranges)\/[\w-]+\.js)$/,
  /^node_modules\/pdfjs-dist\/(LICENSE|package\.json)$/,
  /^node_modules\/pdfjs-dist\/legacy\/build\/pdf(\.worker)?\.mjs$/,
  /^node_modules\/pdfjs-dist\/cmaps\/([\w-]+\.bcmap|LICENSE)$/,
  /^node_modules\/pdfjs-dist\/standard_fonts\/([\w-]+\.(pfb|ttf)|LICENSE_\w+)$/,
  /^node_modules\/pdfjs-dist\/iccs\/([\w-]+\.icc|LICENSE)$/,
  /^node_modules\/pdfjs-dist\/wasm\/(LICENSE_\w+|(jbig2|openjpeg|qcms)\w*\.(wasm|js))$/,
  /^node_modules\/libheif-js\/(LICENSE|package\.json)$/,
  /^node_modules\/libheif-js\/libheif-wasm\/(LICENSE|libheif\.(js|wasm))$/,
  /^node_modules\/onnxruntime-node\/(package\.json|dist\/[\w-]+\.js)$/,
  /^node_modules\/onnxruntime-node\/bin\/napi-v6\/linux\/x64\/(onnxruntime_binding\.node|libonnxruntime\.so\.1)$/,
  /^node_modules\/onnxruntime-common\/(package\.json|dist\/cjs\/[\w-]+\.js|dist\/cjs\/package\.json)$/,
  /^node_modules\/@gutenye\/ocr-models\/(package\.json|node\.js|assets\/[\w.-]+\.(onnx|txt))$/,
  /^node_modules\/zxing-wasm\/(LICENSE|package\.json)$/,
  /^node_modules\/zxing-wasm\/dist\/(es\/share\.js|es\/(reader|writer)\/index\.js|(reader\/zxing_reader|writer\/zxing_writer)\.wasm)$/,
];

const isOfficeCommand = (word: string): boolean =>
  ['serve', 'worker', 'migrate', 'trail', 'office'].includes(word);

const folder = mkdtempSync(join(tmpdir(), 'vouch-package-'));
let packing: Packing;
let app: string;
beforeAll(() => {
  packing = pack(folder);
  if (packing.status !== 0) throw new Error(packing.detail);
  app = unpack(packing.program, folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed files', () => {
  test('contain exactly the listed files', () => {
    const files = filesIn(packing.program);
    expect(files.filter((file) => !allowed.some((line) => line.test(file)))).toEqual([]);
    expect(allowed.filter((line) => !files.some((file) => line.test(file)))).toEqual([]);
    expect(readdirSync(join(packing.program, 'resources')).toSorted()).toEqual([
      'app.asar',
      'app.asar.unpacked',
    ]);
    expect(readdirSync(join(packing.program, 'locales')).toSorted()).toEqual(['en-US.pak', 'zh-CN.pak']);
  });

  test('are at most 50 MB without the native parts next to the archive', () => {
    expect(archiveSize(packing.program)).toBeLessThan(50e6);
    const native = filesIn(packing.program).filter((file) => /\.(node|so[.\d]*|dylib|dll)$/.test(file));
    expect(native.length).toBeGreaterThan(1);
    const beside = unpackedFiles(packing.program);
    expect(native.filter((file) => !beside.includes(file.split('/').at(-1) ?? ''))).toEqual([]);
    // No digest covers the files next to the archive, so no script may be there: it would run with the
    // account's keys.
    expect(beside.filter((file) => !/\.(node|so[.\d]*|dylib|dll|dat|wasm)$/.test(file))).toEqual([]);
  });

  test('contain no script, no tool and no text from the build machine', () => {
    const manifest: unknown = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest).not.toHaveProperty('devDependencies');
    const own = filesIn(packing.program).filter((file) => /^out\/.*\.(js|cjs|html|css)$/.test(file));
    for (const file of own)
      expect(readFileSync(join(app, file), 'utf8').includes(projectFolder), file).toBe(false);
  });

  test('set the required fuses, which differ from Electron’s defaults', async () => {
    const fuses = await readFuses(join(packing.program, 'vouch'));
    expect(fuses.filter(({ right }) => !right)).toEqual([]);
    expect(fuses.filter(({ set }) => set).map(({ name }) => name)).toEqual([
      'EnableCookieEncryption',
      'EnableEmbeddedAsarIntegrityValidation',
      'OnlyLoadAppFromAsar',
    ]);
    const untouched = await readFuses(join(folder, 'electron', 'electron'));
    expect(untouched.filter(({ right }) => !right).length).toBeGreaterThan(3);
  });

  test('start from a desktop with the sandbox and the opened files', async () => {
    let entry = '';
    await build({
      targets: Platform.LINUX.createTarget('AppImage', Arch.x64),
      projectDir: projectFolder,
      prepackaged: packing.program,
      publish: 'never',
      config: { electronDist: join(folder, 'electron'), directories: { output: join(folder, 'image') } },
      // Called before the image is built; its result prevents the build.
      effectiveOptionComputed: (options: unknown) => {
        entry = z.object({ desktop: z.string() }).parse(options).desktop;
        return Promise.resolve(true);
      },
    });
    expect(entry).toMatch(/^Exec=AppRun %U$/m);
    expect(entry).toMatch(/^MimeType=.*application\/pdf;.*application\/ofd;/m);
  });

  test('follow electron-builder’s schema, which rejects an unknown setting', () => {
    const { status, detail } = pack(folder, ['-c.nsis.perMachin=false']);
    expect(status).not.toBe(0);
    expect(detail).toMatch(/does not match the API schema.\n - configuration\.nsis /);
  });
});

describe.skipIf(process.env.VOUCH_ELECTRON === 'real')('the packed program, on the stand-in', () => {
  const runner = join(projectFolder, 'test', 'helpers', 'electron-stand-in', 'run.ts');
  const vouch = (home: string, ...given: string[]) =>
    spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', runner, join(app, 'out', 'main', 'main.js'), ...given],
      {
        encoding: 'utf8',
        env: {
          ...process.env,
          VOUCH_HOME: home,
          LC_ALL: 'en_US.UTF-8',
          VOUCH_STAND_IN_PACKAGED: '1',
          VOUCH_STAND_IN_CHROMIUM: 'none',
        },
      },
    );

  test('opens its window', async () => {
    const desktop = await startDesktop({ program: app, env: { VOUCH_STAND_IN_PACKAGED: '1' } });
    const record = await desktop.standIn?.record();
    expect(record?.windows[0]?.webPreferences).toMatchObject({ sandbox: true, devTools: false });
    await desktop.close();
  });

  test('runs the command line without a window or a display', () => {
    const home = join(folder, 'home');
    const version = vouch(home, '--version');
    expect(version).toMatchObject({ status: 0, stderr: '' });
    expect(version.stdout).toMatch(/^vouch \d+\.\d+\.\d+\n$/);
    const picture = join(app, 'samples', 'digital-special.png');
    const document = join(folder, 'a.pdf');
    writeFileSync(document, pdf([{ content: chineseText('增值税电子普通发票', 100, 700, 24) }]));
    const [book, annotated] = [join(folder, 'a.xlsx'), join(folder, 'annotated')];
    const outputs = ['--json', '-', '--xlsx', book, '--annotate', annotated];
    const read = vouch(home, 'invoice', picture, document, '--sandbox', '--lang', 'en', ...outputs);
    // The sandbox knows the sample. The other page was drawn, including Chinese letters, and sent; it is not
    // an invoice.
    expect(read.status, read.stderr).toBeLessThan(2);
    const pages = z
      .array(z.object({ state: z.string(), sent: z.object({ bytes: z.number() }).nullable() }))
      .parse(JSON.parse(read.stdout));
    expect(pages.map(({ sent }) => (sent?.bytes ?? 0) > 5_000)).toEqual([true, true]);
    expect(pages[0]?.state).toBe('recognized');
    expect(readFileSync(book).subarray(0, 2).toString()).toBe('PK');
    expect(readdirSync(annotated)).toContain('digital-special.png');
    expect(vouch(home, 'invoice').status).toBe(2);
    expect(existsSync(join(home, 'desktop'))).toBe(false);
  });

  test('does the work of every command from the archive', async () => {
    const [home, input] = [join(folder, 'home-work'), join(folder, 'in-work')];
    await writeOwn(
      input,
      [1, 2].map((seed) => bought(seed, { issueDate: '2024-05-28' })),
    );
    const at = (name: string): string => join(folder, `work-${name}`);
    writeFileSync(at('rules.json'), JSON.stringify({ rules: [{ account: { code: '660201' } }] }));
    const list = ['发票代码', '发票号码', '开票日期', '金额', '税额', '价税合计', '发票状态'];
    writeFileSync(
      at('list.csv'),
      `${list.join(',')}\n,24312000000099999999,2024-05-28,1.00,0.00,1.00,正常\n`,
    );
    const booking = ['--rules', at('rules.json'), '--own', company.taxId, '--include', 'warnings,booked'];
    const period = ['--from', '2024-05-01', '--to', '2024-05-31'];
    const picture = join(app, 'samples', 'face-portrait.jpg');
    for (const given of [
      ['invoice', input, '--local', '--csv', at('a.csv'), '--lines-csv', at('l.csv'), '--xlsx', at('a.xlsx')],
      ['vouchers', input, ...booking, '--format', 'kingdee', '--out', at('k.xlsx')],
      ['vouchers', input, ...booking, '--format', 'yonyou', '--out', at('y.txt')],
      ['archive', ...period, '--out', at('may')],
      ['archive', '--check', at('may')],
      ['print', input, '--cover', '--out', at('p.pdf')],
      ['rename', input, '--pattern', '{number}', '--copy-to', at('named')],
      ['match', at('list.csv'), '--json', at('match.json')],
      ['face', picture, '--sandbox', '--json', at('face.json')],
      ['completion', 'fish'],
      ['--json-schema'],
    ]) {
      const ran = vouch(home, ...given);
      expect([given[0], ran.status, ran.status === 0 ? '' : ran.stderr]).toEqual([given[0], 0, '']);
    }
    expect(readFileSync(at('p.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    expect(readFileSync(at('y.txt')).subarray(-2).toString()).toBe('\r\n');
    expect(readdirSync(join(at('may'), 'originals'))).toHaveLength(2);
    expect(readdirSync(at('named'))).toHaveLength(2);
    expect(JSON.parse(readFileSync(at('match.json'), 'utf8'))).toMatchObject({ onlyInList: [{}] });
    expect(JSON.parse(readFileSync(at('face.json'), 'utf8'))).toMatchObject([{ state: 'recognized' }]);
    // A mailbox comes from the environment, which names none here.
    expect(vouch(home, 'mail', '--once')).toMatchObject({ status: 2, stdout: '' });
    expect(existsSync(join(home, 'desktop'))).toBe(false);
  });

  test.each(commandWords)('runs `vouch %s` without a window', (word) => {
    const home = join(folder, `home-${word}`);
    const usage = vouch(home, word, '--help');
    expect(usage).toMatchObject({ status: 0, stderr: '' });
    expect(usage.stdout).toContain(`vouch ${word === 'help' ? 'invoice' : word}`);
    // Without what it needs, it is refused; office commands say where they are.
    const alone = vouch(home, word, '--lang', 'en');
    const needsNothing = word === 'help' || word === 'version';
    expect(alone.status, alone.stderr).toBe(needsNothing ? 0 : 2);
    if (isOfficeCommand(word)) expect(alone.stderr).toMatch(/no office server: run npm run vouch/);
    expect(existsSync(join(home, 'desktop'))).toBe(false);
  });

  test.each([
    [['Invoice', 'a.pdf'], /Did you mean invoice\?/],
    [['match2', 'a'], /Did you mean match\?/],
    [['--json', '-', 'invoice', 'a.pdf'], /Options follow the command/],
    [['--lang', 'en', 'invoice'], /Missing PATH/],
  ])('refuses %j with a hint, without a window', (given, hint) => {
    const home = join(folder, 'home-refused');
    const refused = vouch(home, ...given);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toMatch(hint);
    expect(existsSync(join(home, 'desktop'))).toBe(false);
  });
});
