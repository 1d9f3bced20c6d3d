import { spawn } from 'node:child_process';
import process from 'node:process';
import { foreignEnvironment } from '../window/environment.ts';

const opener = (platform: NodeJS.Platform): readonly [string, ...string[]] => {
  if (platform === 'darwin') return ['open'];
  // Not `cmd /c start`: it would read the address as a command line.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
};

/** Shows an address in the system's browser. Where there is none, the printed line is the way in. */
export const openBrowser = (address: string, platform: NodeJS.Platform): void => {
  const [program, ...parameters] = opener(platform);
  const child = spawn(program, [...parameters, address], {
    stdio: 'ignore',
    detached: true,
    env: foreignEnvironment(process.env),
  });
  child.on('error', () => {});
  child.unref();
};
