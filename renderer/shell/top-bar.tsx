import { Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { MenuButton } from './actions/menu-button.tsx';
import { formatsOf, directExport } from '../state/export-form.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { TabBar } from '../ui/tab-bar.tsx';
import { PersonMenu } from '../features/office/person-menu.tsx';
import { useTools } from '../features/tools.ts';
import { ProgressMeter } from './progress-meter.tsx';
import { useFocusArea, useFocusTarget } from '../state/focus.ts';
import { runAction, useIsEnabled } from '../state/registry.ts';
import { useApp } from '../state/store.ts';
import { useIsNarrow } from './use-pane-width.ts';
import { DragHandle } from './drag-handle.tsx';
import type { ExportFormat } from '../../shared/contract/export/choice.ts';

/** Props of the hidden input that opens the browser's file dialog. */
const fileInput = {
  type: 'file',
  multiple: true,
  hidden: true,
  accept:
    '.jpg,.jpeg,.png,.bmp,.gif,.webp,.tif,.tiff,.avif,.pdf,.zip,image/*,application/pdf,application/zip',
} as const;

/** The product name, the two workspaces and the actions on a whole workspace. */
export const TopBar = () => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const workspace = useApp((state) => state.workspace);
  const canExport = useIsEnabled('export');
  /** Uses Vouch's own layout; the dialog offers the others. */
  const write = (format: ExportFormat): void =>
    void actions.exportPages(workspace, language, directExport(format, useApp.getState().exportForm));
  // Once there are documents, confirming them is the primary action.
  const hasPages = useApp((state) => state.lists[state.workspace].order.length > 0);
  const isNarrow = useIsNarrow();
  const filesRef = useFocusTarget('files');
  const tabRef = useFocusTarget('tabs');

  return (
    <header className="top-bar" ref={useFocusArea('tabs')}>
      <h1 className="product">{t('app.name')}</h1>
      <TabBar
        selectedRef={tabRef}
        label={t('app.workspaces')}
        value={workspace}
        tabs={[
          { value: 'vat-invoice', label: t('app.invoices') },
          { value: 'face-detect', label: t('app.faces') },
        ]}
        onChange={(service) => void actions.switchTo(service)}
      />
      <ProgressMeter service={workspace} />
      <div className="top-actions">
        {/* In a narrow window, the progress of a batch needs the room. The menu has the samples, too. */}
        {!(hasPages && isNarrow) && (
          <Button icon="samples" look="quiet" onPress={() => void runAction('samples')}>
            {t('app.samples')}
          </Button>
        )}
        <Button icon="add" look={hasPages ? 'plain' : 'primary'} onPress={() => void runAction('add')}>
          {t('app.addFiles')}
        </Button>
        <span className="button-group">
          <DragHandle isPossible={canExport} />
          <Button icon="export" isDisabled={!canExport} onPress={() => void runAction('export')}>
            {t('app.exportXlsx')}
          </Button>
          <MenuTrigger>
            <IconButton icon="chevron" look="plain" label={t('app.moreExports')} isDisabled={!canExport} />
            <Popover placement="bottom end">
              <Menu className="menu" aria-label={t('app.moreExports')}>
                {formatsOf(workspace).map((format) => (
                  <MenuItem key={format} id={format} className="menu-item" onAction={() => write(format)}>
                    {t(`exports.formats.${format}`)}
                  </MenuItem>
                ))}
                <Separator className="menu-line" />
                <MenuItem id="choices" className="menu-item" onAction={() => void runAction('exportChoices')}>
                  {t('exports.choices')}
                </MenuItem>
              </Menu>
            </Popover>
          </MenuTrigger>
        </span>
        <IconButton icon="chart" label={t('totals.title')} onPress={() => void runAction('totals')} />
        <IconButton icon="clock" label={t('history.open')} onPress={() => void runAction('history')} />
        <IconButton icon="settings" label={t('app.settings')} onPress={() => void runAction('settings')} />
        <PersonMenu />
        <MenuButton />
      </div>
      <input
        {...fileInput}
        ref={filesRef}
        onChange={({ currentTarget }) => {
          void actions.addFiles(workspace, [...(currentTarget.files ?? [])]);
          // Reset, so that the same file can be chosen again.
          currentTarget.value = '';
        }}
      />
    </header>
  );
};
