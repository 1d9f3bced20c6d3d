import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The platform's own place for a program's data, the same for every host. */
const platformFolder = (environment: Environment, platform: NodeJS.Platform, userFolder: string): string => {
  if (platform === 'win32') {
    return win32.join(environment.LOCALAPPDATA || win32.join(userFolder, 'AppData', 'Local'), 'Vouch');
  }
  if (platform === 'darwin') return posix.join(userFolder, 'Library', 'Application Support', 'Vouch');
  const data = environment.XDG_DATA_HOME;
  // A relative one is to be ignored (XDG Base Directory Specification).
  return posix.join(
    data && posix.isAbsolute(data) ? data : posix.join(userFolder, '.local', 'share'),
    'vouch',
  );
};

/** The data folder, as an absolute path: `VOUCH_HOME`, or the platform's own place. It may not exist yet. */
export const dataFolder = (
  environment: Environment,
  platform: NodeJS.Platform,
  userFolder: string = homedir(),
): string => {
  const chosen = environment.VOUCH_HOME?.trim();
  if (!chosen) return platformFolder(environment, platform, userFolder);
  return platform === 'win32' ? win32.resolve(chosen) : posix.resolve(chosen);
};
