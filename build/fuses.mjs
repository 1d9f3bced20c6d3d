// `npm run fuses -- PROGRAM`: reads Electron's fuses from a packaged program and fails if one is wrong.
import { pathToFileURL } from 'node:url';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

/** The required fuses with their reasons. */
const wanted = /** @type {const} */ ([
  ['RunAsNode', false, 'the program can’t be started as Node.js'],
  ['EnableCookieEncryption', true, 'Chromium encrypts its cookies'],
  ['EnableNodeOptionsEnvironmentVariable', false, 'no environment variable loads code into the program'],
  ['EnableNodeCliInspectArguments', false, 'no argument opens the program to a debugger'],
  ['EnableEmbeddedAsarIntegrityValidation', true, 'a changed app.asar does not start'],
  ['OnlyLoadAppFromAsar', true, 'no folder next to app.asar replaces it'],
  ['GrantFileProtocolExtraPrivileges', false, 'the interface has its own scheme; file: needs nothing'],
]);

/**
 * @param {string} program path of the executable, or of the .app
 * @returns {Promise<readonly { name: string, set: boolean, right: boolean, reason: string }[]>}
 */
export const readFuses = async (program) => {
  const wire = await getCurrentFuseWire(program);
  return wanted.map(([name, value, reason]) => {
    const state = wire[FuseV1Options[name]];
    return { name, set: state === FuseState.ENABLE, right: state === stateOf(value), reason };
  });
};

/** @param {boolean} value */
const stateOf = (value) => (value ? FuseState.ENABLE : FuseState.DISABLE);

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , program] = process.argv;
  if (!program) {
    console.error('Give the path of the program: npm run fuses -- PROGRAM');
    process.exit(2);
  }
  const fuses = await readFuses(program);
  for (const { name, set, right, reason } of fuses)
    console.log(`${right ? 'ok   ' : 'WRONG'} ${name} ${set ? 'on' : 'off'}: ${reason}`);
  process.exit(fuses.every(({ right }) => right) ? 0 : 1);
}
