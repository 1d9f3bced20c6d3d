import {
  commands,
  isCommandName,
  type CommandName,
  type Problem,
} from '../../../shared/contract/commands.ts';
import { mayDo } from '../../../shared/contract/office.ts';
import { failed, type Result } from '../../../shared/result.ts';
import { officeProblems } from '../../../shared/texts/office-problems.ts';
import type { Backend } from '../../app/contract.ts';
import type { SignedIn, Visitor } from './people/accounts.ts';
import type { Trail } from './people/trail.ts';

/** Settings that concern the person alone. The others say how the servers and workers of an office work. */
const ownSettings: ReadonlySet<string> = new Set([
  'language',
  'theme',
  'facePoints',
  'faceAttributes',
  'faceThreshold',
  'lookFirst',
  'welcomed',
  'exportLayouts',
]);

const isOwnChange = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && Object.keys(input).every((key) => ownSettings.has(key));

/** Files come as bytes: a path would be one of the server's. */
const namesPath = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  'files' in input &&
  Array.isArray(input.files) &&
  input.files.some((file: unknown) => typeof file !== 'object' || file === null || !('bytes' in file));

/** Whether somebody of a role may give a command with this input. Whatever is not allowed by name is refused. */
export const isAllowed = (person: SignedIn['person'], name: string, input: unknown): boolean => {
  if (!isCommandName(name)) return false;
  const command = commands[name];
  if (!('office' in command) || !mayDo(person.role, command.office)) return false;
  if (name === 'settings.change') return isOwnChange(input);
  return name !== 'pages.add' || !namesPath(input);
};

const idsIn = (value: unknown): readonly number[] => {
  if (typeof value !== 'object' || value === null) return [];
  if ('id' in value && typeof value.id === 'number') return [value.id];
  const ids =
    ('ids' in value && value.ids) ||
    ('added' in value && value.added) ||
    ('pages' in value && value.pages) ||
    [];
  return Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : [];
};

/** What the trail says of a command: the pages, never what was typed. */
const aboutOf = (input: unknown, result: Result<unknown, Problem>): string => {
  const ids = idsIn(input);
  const shown = ids.length > 0 || !result.ok ? ids : idsIn(result.value);
  return [...(result.ok ? [] : [result.failure.id]), ...shown.map(String)].join(' ');
};

const isKept = (name: CommandName): boolean =>
  commands[name].access === 'write' || name === 'pages.export' || name === 'faces.exportPictures';

/**
 * The backend as one person has it: what they may not do is refused before the backend sees it, and what writes or hands
 * out data is in the trail.
 */
export const backendFor = (
  backend: Backend,
  trail: Trail,
  { person }: SignedIn,
  { address }: Visitor,
): Backend => ({
  ...backend,
  invoke: async (name, input) => {
    if (!isAllowed(person, name, input)) {
      const about = isCommandName(name) ? name : 'no command';
      await trail.add({ person, address, action: 'not-allowed', about });
      return failed(officeProblems.notAllowed);
    }
    const result = await backend.invoke(name, input);
    if (isCommandName(name) && isKept(name))
      await trail.add({ person, address, action: `command ${name}`, about: aboutOf(input, result) });
    return result;
  },
});
