import { Suspense } from 'react';
import { ProgressBar, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import type { Progress } from '../../shared/contract/commands.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { extensionsOf, openedFormats } from '../../shared/file-formats.ts';
import { formatCount } from '../../shared/texts/format.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { IconButton, Button } from '../ui/button.tsx';
import { useSetForAll, useTools } from '../features/tools.ts';
import { useApp } from '../state/store.ts';
import { Icon } from '../ui/icon.tsx';
import { startDragOut } from './drag-out.ts';
import { BooksButton, MenuButton } from './actions/menu-button.tsx';
import { formatsOf, directExport } from '../state/export-form.ts';
import { TabBar } from '../ui/tab-bar.tsx';
import { useFocusArea, useFocusTarget } from '../state/focus.ts';
import { runAction, useIsEnabled } from '../state/registry.ts';
import { useIsNarrow } from './use-pane-width.ts';
import { onDemand } from '../ui/on-demand.ts';
import type { ExportFormat } from '../../shared/contract/export/exported.ts';

// Only needed in an office.
const UserMenu = onDemand(async () => (await import('../features/office/user-menu.tsx')).UserMenu);

/** Speed and remaining time; null while unknown. */
const paceOf = (
  { perMinute = null, secondsLeft = null }: Progress,
  t: ReturnType<typeof useTexts>['t'],
): string | null => {
  if (perMinute === null || secondsLeft === null) return null;
  const left =
    secondsLeft < 90
      ? t('progress.secondsLeft', { count: secondsLeft })
      : t('progress.minutesLeft', { count: Math.round(secondsLeft / 60) });
  return `${t('progress.perMinute', { rate: Math.max(1, Math.round(perMinute)) })} · ${left}`;
};

/** Progress of a workspace's queue; hidden when the queue is empty. */
const ProgressMeter = ({ service }: { readonly service: ServiceId }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  // The queue is everybody's.
  const isSetForAll = useSetForAll();
  const progress = useApp((state) => state.progress[service]);
  if (!progress || progress.finished >= progress.total) return <span className="progress" />;
  const { finished, total, failed, paused = false, offline = false } = progress;
  const pace = paused ? t('progress.paused') : offline ? t('progress.offline') : paceOf(progress, t);
  const text = t('progress.text', {
    finished: formatCount(finished, language),
    total: formatCount(total, language),
  });

  return (
    <span className="progress">
      <ProgressBar
        className="progress-bar"
        aria-label={t('progress.label')}
        value={finished}
        maxValue={total}
        valueLabel={text}
      >
        {({ percentage }) => (
          <span className="progress-track">
            <span className="progress-done" style={{ width: `${percentage ?? 0}%` }} />
          </span>
        )}
      </ProgressBar>
      <span>{text}</span>
      {pace !== null && <span className="muted progress-pace">{pace}</span>}
      {failed > 0 && <span className="tone-error">{t('progress.failed', { count: failed })}</span>}
      {!isSetForAll && (
        <IconButton
          small
          icon={paused ? 'resume' : 'pause'}
          label={t(paused ? 'progress.resume' : 'progress.pause')}
          onPress={() => void actions.ask('queue.pause', { paused: !paused })}
        />
      )}
      <IconButton
        small
        icon="close"
        label={t('progress.cancelAll')}
        onPress={() => void actions.cancelAll()}
      />
    </span>
  );
};

/**
 * Drags the workbook out of the window. For the pointer only: the button next to it does the same, so the
 * handle takes no focus and is hidden from screen readers.
 */
const DragHandle = ({ isPossible }: { readonly isPossible: boolean }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const workspace = useApp((state) => state.workspace);
  const { dragWorkbook } = actions;
  if (!dragWorkbook || !isPossible) return null;
  return (
    <span
      className="drag-handle"
      aria-hidden="true"
      title={t('exports.drag')}
      draggable
      onDragStart={(event) => {
        // The system's own drag replaces this one as soon as the file is ready.
        event.preventDefault();
        startDragOut();
        void dragWorkbook(workspace, language);
      }}
    >
      <Icon name="grip" />
    </span>
  );
};

/** Props of the hidden input that opens the browser's file dialog. */
const fileInput = {
  type: 'file',
  multiple: true,
  hidden: true,
  accept: [...extensionsOf(openedFormats).map((name) => `.${name}`), 'image/*'].join(','),
} as const;

/** The product name, the two workspaces and the actions on a whole workspace. */
export const TopBar = () => {
  const { t, language } = useTexts();
  const { actions, user } = useTools();
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
        {workspace === 'vat-invoice' && <BooksButton />}
        <IconButton icon="chart" label={t('totals.title')} onPress={() => void runAction('totals')} />
        <IconButton icon="clock" label={t('history.open')} onPress={() => void runAction('history')} />
        <IconButton icon="settings" label={t('app.settings')} onPress={() => void runAction('settings')} />
        {user && (
          <Suspense>
            <UserMenu />
          </Suspense>
        )}
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
