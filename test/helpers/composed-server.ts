import { backendFor } from '../../electron/office/server/office-backend.ts';
import type { StartDecoder } from '../../electron/intake/decode-pool.ts';
import { openOfficeServer } from '../../electron/office/server/run-serve.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/commands.ts';
import type { OfficeCommandName, User } from '../../shared/contract/office.ts';
import type { Result } from '../../shared/result.ts';
import { good } from './office-users.ts';
import { addressOf } from './postgres.ts';
import type { Outcome } from './two-callers.ts';

const client = { address: '127.0.0.1', program: 'test' };

export const valueOf = <Value>(result: Result<Value, { readonly id: string }>): Value => {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
};

/** A server of an office as `vouch serve` composes it, without its port. */
export const openServer = async (
  url: string,
  home: string,
  onBug: (...words: readonly unknown[]) => void,
  startDecoder?: StartDecoder,
) => {
  const address = addressOf(url);
  const opened = await openOfficeServer({
    address,
    home,
    version: '0',
    samplesFolder: home,
    environment: {},
    startDecoder,
    operations: {
      log: { write: onBug, info: () => {}, flush: () => Promise.resolve() },
      isDatabaseUp: () => Promise.resolve(true),
    },
  });
  if (!opened.ok) throw new Error(opened.failure.detail);
  return opened.value;
};

type Server = Awaited<ReturnType<typeof openServer>>;

/** The address of somebody with that name. */
export const emailOf = (name: string): string => `${name.split(' ')[0]?.toLowerCase()}@office.example`;

/** Uses a link. */
export const enter = async ({ office }: Server, link: string, name: string, password = good) => {
  const email = emailOf(name);
  const request = {
    client,
    signedIn: null,
    key: null,
    setSession: () => {},
    device: null,
    setDevice: () => {},
  };
  return office.answer('useLink', { link, email, name, password }, request);
};

/** The office's commands of a signed-in user at a server. */
export const answering =
  ({ office }: Server, user: User) =>
  (name: OfficeCommandName, input: object): Promise<Outcome> =>
    office.answer(name, input, {
      client,
      signedIn: { user, session: 's' },
      key: null,
      setSession: () => {},
      device: null,
      setDevice: () => {},
    });

/** The other commands. */
export const asking =
  ({ backend, office }: Server, user: User) =>
  <Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<Result<CommandOutput<Name>, never>> =>
    backendFor(backend, office, { user, session: 's' }, client).invoke(name, input) as never;
