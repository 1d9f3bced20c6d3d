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

export type CallOffice = <Name extends OfficeCommandName>(
  name: Name,
  input: OfficeInput<Name>,
) => Promise<Result<OfficeOutput<Name>, CommandFailure>>;

const responseSchema = resultSchema(z.unknown());

/** The schemas of the responses, each tied to its command by type. */
const outputs: { readonly [Name in OfficeCommandName]: { readonly output: z.ZodType<OfficeOutput<Name>> } } =
  officeCommands;

/** Runs a command of shared/contract/office.ts. */
export const callOffice: CallOffice = async (name, input) => {
  try {
    const response = await fetch(`/office/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
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
