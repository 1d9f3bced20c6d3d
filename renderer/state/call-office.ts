import { z } from 'zod';
import { resultSchema, type CommandFailure } from '../../shared/contract/commands.ts';
import {
  officeCommands,
  type OfficeCommandName,
  type OfficeInput,
  type OfficeOutput,
} from '../../shared/contract/office.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { badResponseOf, failures } from './outcome.ts';
import { sendPatiently } from './reach.ts';

export type CallOffice = <Name extends OfficeCommandName>(
  name: Name,
  input: OfficeInput<Name>,
) => Promise<Result<OfficeOutput<Name>, CommandFailure>>;

const responseSchema = resultSchema(z.unknown());

/** The schemas of the responses, each tied to its command by type. */
const outputs: { readonly [Name in OfficeCommandName]: { readonly output: z.ZodType<OfficeOutput<Name>> } } =
  officeCommands;

/** What a new tab asks first waits for its office. */
const asked: ReadonlySet<OfficeCommandName> = new Set(['who', 'openLink']);
/** The window sends these beside what its user does. */
const aside: ReadonlySet<OfficeCommandName> = new Set([
  'use',
  'claim',
  'claimFirst',
  'giveBack',
  'claims',
  'names',
]);

/** Runs a command of shared/contract/office.ts. */
export const callOffice: CallOffice = async (name, input) => {
  try {
    const send = (signal: AbortSignal): Promise<Response> =>
      fetch(`/office/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
        signal,
      });
    const sending = { repeats: asked.has(name), saves: false, isAside: aside.has(name) };
    const response = await sendPatiently(send, sending);
    if (!response) return failed(failures.unreachable);
    const body: unknown = await response.json().catch(() => null);
    const result = responseSchema.safeParse(body);
    if (!result.success) return failed(badResponseOf(response));
    if (!result.data.ok) return failed(result.data.failure);
    const output = outputs[name].output.safeParse(result.data.value);
    return output.success ? success(output.data) : failed(badResponseOf(response));
  } catch {
    return failed(failures.unreachable);
  }
};
