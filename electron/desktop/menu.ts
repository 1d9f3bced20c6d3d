import { app, Menu, shell, type MenuItemConstructorOptions } from 'electron';
import type { Language } from '../../shared/language.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { shellTexts } from './texts.ts';

export type MenuActions = {
  readonly add: (service: ServiceId) => void;
  readonly dataFolder: string;
  readonly developer: boolean;
};

/** The menu as a value; roles bring their own keys, and do what the system does. */
export const menuTemplate = (language: Language, actions: MenuActions): MenuItemConstructorOptions[] => {
  const texts = shellTexts[language];
  const developerItems: MenuItemConstructorOptions[] = actions.developer ? [{ role: 'toggleDevTools' }] : [];
  return [
    {
      label: texts.file,
      submenu: [
        { label: texts.addInvoices, click: () => actions.add('vat-invoice') },
        { label: texts.addPhotos, click: () => actions.add('face-detect') },
        { type: 'separator' },
        { label: texts.dataFolder, click: () => void shell.openPath(actions.dataFolder) },
        { type: 'separator' },
        { role: 'quit', label: texts.quit },
      ],
    },
    {
      label: texts.edit,
      submenu: [
        { role: 'undo', label: texts.undo },
        { role: 'redo', label: texts.redo },
        { type: 'separator' },
        { role: 'cut', label: texts.cut },
        { role: 'copy', label: texts.copy },
        { role: 'paste', label: texts.paste },
        { role: 'selectAll', label: texts.selectAll },
      ],
    },
    {
      label: texts.view,
      submenu: [
        { role: 'reload', label: texts.reload },
        { type: 'separator' },
        { role: 'resetZoom', label: texts.zoomReset },
        { role: 'zoomIn', label: texts.zoomIn },
        { role: 'zoomOut', label: texts.zoomOut },
        { type: 'separator' },
        { role: 'togglefullscreen', label: texts.fullScreen },
        ...developerItems,
      ],
    },
    { label: texts.help, submenu: [{ label: texts.about, click: () => app.showAboutPanel() }] },
  ];
};

export const setMenu = (language: Language, actions: MenuActions): void => {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(language, actions)));
};
