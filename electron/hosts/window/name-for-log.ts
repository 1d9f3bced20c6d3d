import { isCommandName } from '../../../shared/contract/commands.ts';

/** A command's name for the log; a name that is none is the sender's own word, and stays out of it. */
export const nameForLog = (name: string): string => (isCommandName(name) ? name : 'no command');
