import { lazy, Suspense } from 'react';
import { BlockedDialog } from '../features/export/blocked-dialog.tsx';
import { useCommands } from './commands/use-commands.ts';
import { PasswordDialog } from '../features/intake/password-dialog.tsx';
import { tabId, tabPanelId } from '../ui/tab-bar.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { DropTarget } from './drop-target.tsx';
import { Notices } from './notices.tsx';
import { ProgressVoice } from './progress-voice.tsx';
import { useApp } from '../state/store.ts';
import { TopBar } from './top-bar.tsx';
import { useBatchTitle } from './use-batch-title.ts';
import { useIntake } from './use-intake.ts';
import { useIsNarrow } from './use-pane-width.ts';
import { Workspace } from './workspace.tsx';

// Rarely opened, and a good part of the code: it comes when it is asked for.
const SettingsDialog = lazy(async () => {
  const { SettingsDialog: component } = await import('../features/settings/settings-dialog.tsx');
  return { default: component };
});

const ExportDialog = lazy(async () => {
  const { ExportDialog: component } = await import('../features/export/export-dialog.tsx');
  return { default: component };
});

const KeysDialog = lazy(async () => {
  const { KeysDialog: component } = await import('./commands/keys-dialog.tsx');
  return { default: component };
});

const HistoryDialog = lazy(async () => {
  const { HistoryDialog: component } = await import('../features/history/history-dialog.tsx');
  return { default: component };
});

/** The window at work. */
export const Shell = () => {
  const workspace = useApp((state) => state.workspace);
  const hasQuestion = useApp((state) => state.question !== null);
  const settingsOpen = useApp((state) => state.settingsOpen);
  const exporting = useApp((state) => state.exporting);
  const blockedExport = useApp((state) => state.blockedExport);
  const historyOpen = useApp((state) => state.historyOpen);
  const passwordQuestion = useApp((state) => state.passwordQuestion);
  const isNarrow = useIsNarrow();
  const keysOpen = useApp((state) => state.keysOpen);
  useIntake();
  useBatchTitle();
  useCommands();

  return (
    <div className={`shell ${isNarrow ? 'narrow' : ''}`}>
      <TopBar />
      <main className="workspace-frame">
        <div
          key={workspace}
          id={tabPanelId(workspace)}
          className="workspace-panel"
          role="tabpanel"
          aria-labelledby={tabId(workspace)}
        >
          <Workspace service={workspace} />
        </div>
      </main>
      <DropTarget />
      <Notices />
      <ProgressVoice />
      {hasQuestion && !settingsOpen && <AskDialog />}
      {passwordQuestion && <PasswordDialog {...passwordQuestion} />}
      {exporting && (
        <Suspense>
          <ExportDialog {...exporting} />
        </Suspense>
      )}
      {blockedExport && <BlockedDialog blocked={blockedExport} />}
      {historyOpen && (
        <Suspense>
          <HistoryDialog />
        </Suspense>
      )}
      {keysOpen && (
        <Suspense>
          <KeysDialog />
        </Suspense>
      )}
      {settingsOpen && (
        <Suspense>
          <SettingsDialog />
        </Suspense>
      )}
    </div>
  );
};
