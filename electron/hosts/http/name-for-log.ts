import { isCommandName } from '../../../shared/contract/commands.ts';

/** A command's name for the log. An unknown name is the sender's own text, and is not logged. */
export const nameForLog = (name: string): string => (isCommandName(name) ? name : 'no command');
