import { lazy, Suspense } from 'react';
import { TabPanel, Tabs } from 'react-aria-components';
import { serviceIds } from '../../shared/services/service.ts';
import { AskDialog } from './ask-dialog.tsx';
import { useTools } from './context.ts';
import { DropTarget } from './drop-target.tsx';
import { Notices } from './notices.tsx';
import { ProgressVoice } from './progress-voice.tsx';
import { useApp } from './store.ts';
import { TopBar } from './top-bar.tsx';
import { useIntake } from './use-intake.ts';
import { Workspace } from './workspace.tsx';

// Rarely opened, and a good part of the code: it comes when it is asked for.
const SettingsDialog = lazy(async () => {
  const { SettingsDialog: component } = await import('../settings/settings-dialog.tsx');
  return { default: component };
});

/** The window at work. */
export const Shell = () => {
  const { actions } = useTools();
  const workspace = useApp((state) => state.workspace);
  const hasQuestion = useApp((state) => state.question !== null);
  const settingsOpen = useApp((state) => state.settingsOpen);
  useIntake();

  return (
    <Tabs
      className="shell"
      selectedKey={workspace}
      onSelectionChange={(key) => {
        const service = serviceIds.find((id) => id === key);
        if (service) void actions.switchTo(service);
      }}
    >
      <TopBar />
      {serviceIds.map((service) => (
        <TabPanel key={service} id={service} className="workspace-panel">
          <Workspace service={service} />
        </TabPanel>
      ))}
      <DropTarget />
      <Notices />
      <ProgressVoice />
      {hasQuestion && !settingsOpen && <AskDialog />}
      {settingsOpen && (
        <Suspense>
          <SettingsDialog />
        </Suspense>
      )}
    </Tabs>
  );
};
