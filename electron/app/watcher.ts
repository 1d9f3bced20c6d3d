import type { CommandFailure } from '../../shared/contract/commands.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { watchFolder, type FolderWatch } from '../intake/watch-folder.ts';
import { watchFailure } from './command-failures.ts';

type WatcherDependencies = {
  readonly settings: () => Pick<Settings, 'watch'>;
  readonly add: (watch: NonNullable<Settings['watch']>, paths: readonly string[]) => Promise<void>;
  readonly onFailure: (failure: CommandFailure) => void;
  /** Files could not be added. */
  readonly onBug: (error: unknown) => void;
};

/** Watches the folder from the settings, and follows a change of that setting. */
type Watcher = { readonly follow: () => void; readonly close: () => Promise<void> };

export const createWatcher = ({ settings, add, onFailure, onBug }: WatcherDependencies): Watcher => {
  let current: { readonly key: string; readonly watch: FolderWatch } | null = null;

  const follow = (): void => {
    const { watch: wanted } = settings();
    const key = JSON.stringify(wanted);
    if (current?.key === key) return;
    void current?.watch.close();
    current = wanted && {
      key,
      watch: watchFolder({
        folder: wanted.folder,
        onFiles: (paths) => void add(wanted, paths).catch(onBug),
        onFailure: (code) => onFailure(watchFailure(wanted.folder, code)),
      }),
    };
  };

  return {
    follow,
    close: async () => {
      await current?.watch.close();
      current = null;
    },
  };
};
