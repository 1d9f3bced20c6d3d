import { z } from 'zod';
import {
  appInfoSchema,
  commands,
  isCommandName,
  type AppInfo,
  type CommandName,
  type CommandFailure,
} from '../../../shared/contract/commands.ts';
import type { Audit, Command } from '../../../shared/contract/command.ts';
import { ArrivedFile } from '../../../shared/contract/incoming-file.ts';
import { pageIdSchema, type PageId } from '../../../shared/contract/page.ts';
import { mayDo } from '../../../shared/contract/roles.ts';
import {
  defaultSettings,
  officeSettings,
  onlySettings,
  ownSettings,
  settingsSchema,
  settingsChangeSchema,
  type Settings,
  type SettingsChange,
} from '../../../shared/contract/settings.ts';
import { settingsInputSchema } from '../../../shared/contract/settings-lists.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import { officeCommandFailures } from '../../../shared/texts/office-failures.ts';
import type { Backend } from '../../app/contract.ts';
import type { Caller } from '../../app/handlers.ts';
import { commandUses, runningUse, type CommandUse } from '../store/command-use.ts';
import { StoredBefore, tokenOf } from '../store/request-tokens.ts';
import type { Client } from '../users/accounts.ts';
import type { Office } from '../users/office.ts';
import type { SignedIn } from '../users/sessions.ts';

const known: ReadonlySet<string> = new Set([...ownSettings, ...officeSettings, 'was']);

/** Other settings belong to one computer: no user of an office changes them. */
const namesOtherSettings = (input: unknown): boolean =>
  typeof input !== 'object' || input === null || !Object.keys(input).every((key) => known.has(key));

const arrivedSchema = z.object({
  files: z
    .array(z.union([z.instanceof(ArrivedFile), z.object({ kind: z.literal('bytes') })]))
    .exactOptional(),
});
/** Files arrive as bytes: a path would name a file of the server. */
const namesPath = (input: unknown): boolean => !arrivedSchema.safeParse(input).success;

/** Whether a request with a personal token may run a command. */
export const isForTokens = (name: string): boolean => {
  if (!isCommandName(name)) return false;
  const { byToken }: Command = commands[name];
  return byToken === true;
};

/** Whether a role may run a command with this input. A command that is not listed is refused. */
export const isAllowed = (user: SignedIn['user'], name: string, input: unknown): boolean => {
  if (!isCommandName(name)) return false;
  const command: Command = commands[name];
  if (command.office === undefined || !mayDo(user.role, command.office)) return false;
  const above = command.officeAbove?.(input) ?? null;
  if (above !== null && !mayDo(user.role, above)) return false;
  if (name === 'settings.change') return !namesOtherSettings(input);
  return name !== 'pages.add' || !namesPath(input);
};

/** The pages that an input names. An `id` that the audit log repeats is that of something else, such as a file. */
const pagesIn = ({ of, says = [] }: Exclude<Audit, 'nothing'>, input: unknown): readonly number[] => {
  if (of === 'office' || typeof input !== 'object' || input === null) return [];
  if ('id' in input && typeof input.id === 'number') return says.includes('id') ? [] : [input.id];
  const files = 'files' in input && Array.isArray(input.files) ? input.files : [];
  const ids =
    'ids' in input
      ? input.ids
      : [
          ...new Set(
            files.flatMap((file: unknown) =>
              typeof file === 'object' && file !== null && 'pages' in file ? file.pages : [],
            ),
          ),
        ];
  return Array.isArray(ids) ? ids.filter((id): id is number => Number.isSafeInteger(id) && id > 0) : [];
};

/** A member of an input in the audit log. Pages have entries of their own. */
const said = (name: string, value: unknown): readonly string[] => {
  if (value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'number')))
    return [];
  return [`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`];
};

/** What the audit log repeats of an input. */
const aboutOf = ({ says = [] }: Exclude<Audit, 'nothing'>, input: unknown): string =>
  typeof input === 'object' && input !== null
    ? says.flatMap((name) => said(name, Reflect.get(input, name))).join('; ')
    : '';

/** Nothing for a user's own settings, such as the language. */
const auditOf = (name: CommandName, input: unknown): Audit => {
  const { audit, officeAbove }: Command = commands[name];
  return name === 'settings.change' && officeAbove?.(input) === null ? 'nothing' : audit;
};

/** Of a use of a command that begins. */
export const noEntryYet = (): Pick<CommandUse, 'values' | 'pages' | 'answer' | 'hasEntry' | 'isOver'> => ({
  values: new Map(),
  pages: new Set(),
  answer: null,
  hasEntry: false,
  isOver: false,
});

/** The page whose details answer a command that was stored before; null if its answer has no data. */
const answeredBy = (name: CommandName, input: unknown): PageId | null => {
  const { sentAgain }: Command = commands[name];
  const named = z.object({ id: pageIdSchema, shown: pageIdSchema.optional() }).safeParse(input);
  return sentAgain === 'page' && named.success ? (named.data.shown ?? named.data.id) : null;
};

/** The office's settings with the user's own ones. An office needs no first steps: its workers have the account. */
const settingsFor = (office: Settings, mine: SettingsChange): Settings =>
  settingsSchema.parse({ ...onlySettings(office, officeSettings), welcomed: true, ...mine });

/**
 * The facts about the program for a window of an office: without the server's folders, and with the user's
 * own settings.
 */
const infoFor = (value: unknown, mine: SettingsChange): unknown => {
  const info = appInfoSchema.safeParse(value);
  if (!info.success) return value;
  return {
    ...info.data,
    host: 'office',
    dataFolder: '',
    settings: settingsFor(info.data.settings, mine),
    account: { ...info.data.account, appId: '', baseUrl: '', ready: true },
  } satisfies AppInfo;
};

const rulesSchema = commands['books.writeVouchers'].input.pick({ rules: true, layout: true });
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Everybody who writes vouchers chooses these for each file. */
const chosenPerFile = ['per', 'word', 'firstNumber', 'date', 'preparer'] as const;
const withoutChoices = (rules: object): object =>
  Object.fromEntries(Object.entries(rules).filter(([name]) => !chosenPerFile.some((one) => one === name)));

/** Whether vouchers would be written by the rules and the layout that administrators have set. */
const hasOfficeRules = (input: unknown, { voucherRules, voucherLayout }: Settings): boolean => {
  const given = z.object(rulesSchema.shape).safeParse(input);
  // The backend refuses another shape.
  if (!given.success) return true;
  const { rules, layout } = given.data;
  return (
    isSame(withoutChoices(rules), withoutChoices(voucherRules)) &&
    (layout === undefined || isSame(layout, voucherLayout))
  );
};

/**
 * The backend for one user. Refuses commands that the user's role may not run before the backend sees them,
 * and logs commands that write or return data in the audit log.
 * @param request the id of the request, a UUID, which a repetition has, too; null for none
 */
export const backendFor = (
  backend: Backend,
  { auditLog, preferences, nameOf }: Pick<Office, 'auditLog' | 'preferences' | 'nameOf'>,
  { user, token: ofToken }: SignedIn,
  { address }: Client,
  request: string | null = null,
): Backend => {
  const caller: Caller = {
    by: user.id,
    nameOf,
    may: (role) => mayDo(user.role, role),
    onValues: (page, values) => void runningUse()?.values.set(page, values),
    onAnswer: (answer) => {
      const use = runningUse();
      if (use) use.answer = answer;
    },
  };
  /** The token of what a request stores; null if it does not come again. */
  const tokenFor = (name: CommandName, input: unknown, what = ''): string | null => {
    const { sentAgain }: Command = commands[name];
    return sentAgain === undefined || request === null
      ? null
      : tokenOf(request, user.id, `${name}${what}`, input);
  };
  /** The office's settings after a change of them, which may be empty. */
  const officeSettingsAfter = async (change: object): Promise<Result<Settings, CommandFailure>> => {
    const isChange = Object.keys(change).length > 0;
    const answer = isChange
      ? await backend.invoke('settings.change', change, caller)
      : await backend.invoke('app.info', {}, caller);
    if (!answer.ok) return answer;
    const info = appInfoSchema.safeParse(answer.value);
    return success(
      settingsSchema.catch(defaultSettings).parse(info.success ? info.data.settings : answer.value),
    );
  };
  const invoke = async (name: CommandName, input: unknown): Promise<Result<unknown, CommandFailure>> => {
    if (name === 'app.info') {
      const info = await backend.invoke(name, input, caller);
      return info.ok ? success(infoFor(info.value, await preferences.of(user.id))) : info;
    }
    if (name === 'books.writeVouchers' && !mayDo(user.role, 'administrator')) {
      const office = await officeSettingsAfter({});
      if (!office.ok) return office;
      if (!hasOfficeRules(input, office.value)) return failed(officeCommandFailures.otherRules);
    }
    if (name !== 'settings.change') return await backend.invoke(name, input, caller);
    const change = settingsInputSchema.safeParse(input);
    // A change that does not say what it replaces would overwrite what another administrator has changed.
    if (
      !change.success ||
      officeSettings.some((shared) => shared in change.data && !(shared in (change.data.was ?? {})))
    )
      return failed(hostFailures.badRequest);
    const ofOffice = onlySettings(change.data, officeSettings);
    const { was } = change.data;
    const office = await officeSettingsAfter(
      was && Object.keys(ofOffice).length > 0 ? { ...ofOffice, was } : ofOffice,
    );
    if (!office.ok) return office;
    const mine = await preferences.change(
      user.id,
      settingsChangeSchema.parse(onlySettings(change.data, ownSettings)),
      tokenFor(name, input, ' of the user'),
    );
    return success(settingsFor(office.value, mine));
  };
  /** An earlier request with this id may have stored what this one asks for, although its answer was lost. */
  const invokeOnce = async (
    use: CommandUse,
    name: CommandName,
    input: unknown,
  ): Promise<Result<unknown, CommandFailure>> => {
    try {
      return await invoke(name, input);
    } catch (error) {
      if (!(error instanceof StoredBefore)) throw error;
      // The earlier request has written the entries.
      use.hasEntry = true;
      for (const page of pagesIn({ of: use.of }, input)) use.pages.add(page);
      if (error.answer !== null) return success(error.answer);
      const page = answeredBy(name, input);
      return page === null ? success({}) : await backend.invoke('pages.open', { id: page }, caller);
    }
  };
  return {
    ...backend,
    picture: async (id, size) => {
      const picture = await backend.picture(id, size);
      // Before it is sent. Lists show small ones.
      if (picture && size !== 'thumbnail') await auditLog.pictureShown({ user, address }, id);
      return picture;
    },
    // Each user's window has its own language.
    listen: (listener) =>
      backend.listen((event) => {
        if (event.type !== 'settings.changed') return listener(event);
        const { settings } = event;
        const tell = (mine: SettingsChange): void =>
          listener({ ...event, settings: settingsFor(settings, mine) });
        void preferences.of(user.id).then(tell, () => {});
      }),
    invoke: async (name, input) => {
      const isOpen = ofToken === undefined || isForTokens(name);
      if (!isCommandName(name) || !isOpen || !isAllowed(user, name, input)) {
        const about = isCommandName(name) ? name : 'no command';
        await auditLog.add({ user, address, action: 'not-allowed', about });
        return failed(officeCommandFailures.notAllowed);
      }
      const audit = auditOf(name, input);
      if (audit === 'nothing') return await invoke(name, input);
      const about = [aboutOf(audit, input), ...(ofToken === undefined ? [] : [`token: ${ofToken}`])];
      const entry = {
        user,
        address,
        action: `command ${name}`,
        about: about.filter(Boolean).join('; '),
      } as const;
      const use: CommandUse = { ...entry, ...noEntryYet(), of: audit.of, token: tokenFor(name, input) };
      let result: Result<unknown, CommandFailure>;
      try {
        result = await commandUses.run(use, () => invokeOnce(use, name, input));
      } finally {
        use.isOver = true;
      }
      // What stored nothing has its entry before the answer: whoever gets data is in the log.
      const pages = pagesIn(audit, input);
      const withReason = (reason: string): string => [reason, entry.about].filter(Boolean).join('; ');
      if (!result.ok) await auditLog.add({ ...entry, about: withReason(result.failure.id), pages });
      else if (!use.hasEntry) await auditLog.add({ ...entry, pages });
      else {
        // Such as a page that another user has changed meanwhile.
        const rest = pages.filter((page) => !use.pages.has(page));
        if (rest.length > 0) await auditLog.add({ ...entry, about: withReason('unchanged'), pages: rest });
      }
      return result;
    },
  };
};
