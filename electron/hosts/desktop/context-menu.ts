import {
  BrowserWindow,
  Menu,
  type ContextMenuParams,
  type MenuItemConstructorOptions,
  type WebContents,
} from 'electron';
import type { Language } from '../../../shared/language.ts';
import { shellTexts } from '../../../shared/texts/desktop.ts';

type Clicked = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

/** The items for a text field, or for selected text; none elsewhere. */
export const contextMenuItems = (
  { isEditable, selectionText, editFlags }: Clicked,
  language: Language,
): readonly MenuItemConstructorOptions[] => {
  const texts = shellTexts[language];
  const copy: MenuItemConstructorOptions = { role: 'copy', label: texts.copy, enabled: editFlags.canCopy };
  if (isEditable)
    return [
      { role: 'cut', label: texts.cut, enabled: editFlags.canCut },
      copy,
      { role: 'paste', label: texts.paste, enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', label: texts.selectAll, enabled: editFlags.canSelectAll },
    ];
  return selectionText.trim() === '' ? [] : [copy];
};

/** Electron shows no menu of its own. A menu that the page shows itself does not come here. */
export const showContextMenus = (contents: WebContents, language: () => Language): void => {
  contents.on('context-menu', (_, clicked) => {
    const items = contextMenuItems(clicked, language());
    const window = BrowserWindow.fromWebContents(contents);
    if (items.length > 0 && window) Menu.buildFromTemplate([...items]).popup({ window });
  });
};
