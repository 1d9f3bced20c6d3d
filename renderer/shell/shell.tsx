import { useShortcuts } from './actions/use-shortcuts.ts';
import { tabId, tabPanelId } from '../ui/tab-bar.tsx';
import { OpenDialog } from './dialogs.tsx';
import { DropTarget } from './drop-target.tsx';
import { Notices } from './notices.tsx';
import { ProgressVoice } from './progress-voice.tsx';
import { useApp } from '../state/store.ts';
import { TopBar } from './top-bar.tsx';
import { useBatchTitle } from './use-batch-title.ts';
import { useIntake } from './use-intake.ts';
import { useIsNarrow } from './use-pane-width.ts';
import { Workspace } from './workspace.tsx';

/** The window with a connected host. */
export const Shell = () => {
  const workspace = useApp((state) => state.workspace);
  const isNarrow = useIsNarrow();
  useIntake();
  useBatchTitle();
  useShortcuts();

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
      <OpenDialog />
    </div>
  );
};
