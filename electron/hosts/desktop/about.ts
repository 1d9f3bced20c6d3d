import { clipboard, dialog, type BrowserWindow } from 'electron';
import process from 'node:process';
import { z } from 'zod';
import type { Language } from '../../../shared/language.ts';
import { shellTexts } from '../../../shared/texts/desktop.ts';
import type { Backend } from '../../app/contract.ts';
import { ageLine } from './build-age.ts';

/** The day of the build (ISO), which Vite fills in. */
declare const BUILD_DAY: string;

export type AboutSource = {
  readonly version: string;
  readonly home: string;
  readonly language: () => Language;
  readonly window: () => BrowserWindow | null;
  readonly backend: Promise<Backend>;
};

const responseSchema = z.object({ ok: z.literal(true), value: z.object({ text: z.string() }) });

/** Copies the information for support to the clipboard. */
export const copyDiagnostics = async ({ backend }: Pick<AboutSource, 'backend'>): Promise<void> => {
  const result = responseSchema.parse(await (await backend).invoke('app.diagnostics', {}));
  await clipboard.writeText(result.value.text);
};

/** Shows version, age and system, in a dialog that looks the same on every system. */
export const showAbout = async (source: AboutSource): Promise<void> => {
  const { version, home, language, window } = source;
  const texts = shellTexts[language()];
  const { electron, chrome, node } = process.versions;
  const options = {
    type: 'info' as const,
    title: texts.about,
    message: `Vouch ${version}`,
    detail: [
      ageLine(BUILD_DAY, new Date(), language()),
      '',
      `Electron ${electron ?? '–'}`,
      `Chromium ${chrome ?? '–'}`,
      `Node.js ${node}`,
      '',
      `${texts.dataFolderIs} ${home}`,
    ].join('\n'),
    buttons: [texts.close, texts.copyDiagnostics],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const owner = window();
  const { response } = await (owner ? dialog.showMessageBox(owner, options) : dialog.showMessageBox(options));
  if (response === 1) await copyDiagnostics(source);
};
