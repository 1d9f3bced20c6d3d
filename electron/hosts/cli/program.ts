import { existsSync } from 'node:fs';
import process from 'node:process';
import { languageOf } from '../../../shared/language.ts';
import { success, type Result } from '../../../shared/result.ts';
import { runTexts, usage, usageTexts } from '../../../shared/texts/command-line.ts';
import { deskTexts } from '../../../shared/texts/desk.ts';
import { dataFolder, programEnvironment } from '../../app/home.ts';
import { findProjectFiles } from '../http/project-files.ts';
import type { CommandDependencies, ReadyCommand } from '../terminal/dependencies.ts';
import { commandUsages } from '../../../shared/texts/program-commands.ts';
import type { UsageError } from '../terminal/read-flags.ts';
import { openStreams } from '../terminal/streams.ts';
import { completionScript } from './completion.ts';
import { fileLikeOption, languageAsked, parseArguments, type CliCommand } from './arguments.ts';

const streams = openStreams(process.stdout, process.stderr);
const { env } = process;
const fallback = languageOf(env.LC_ALL || env.LC_MESSAGES || env.LANG);

/** A shell's exit codes for a program that a signal has ended. */
const signalCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Loads the group of a command by its name, and parses the rest. */
const parseRest = async (
  command: Exclude<CliCommand, { kind: 'help' | 'version' | 'json-schema' | 'completion' }>,
): Promise<Result<ReadyCommand, UsageError>> => {
  if (command.kind === 'books')
    return (await import('../../books/cli/commands.ts')).booksGroup.parse(
      command.name,
      command.given,
      fallback,
    );
  if (command.kind === 'office')
    return (await import('../../office/commands.ts')).officeGroup.parse(
      command.name,
      command.given,
      fallback,
    );
  if (command.kind === 'mail')
    return (await import('./mail.ts')).mailGroup.parse('mail', command.given, fallback);
  const { language } = command;
  if (command.kind === 'desk')
    return success({
      language,
      stopped: { note: deskTexts[language].stopping, interrupts: true },
      run: async (dependencies) => (await import('./desk.ts')).runDeskCommand(command, dependencies),
    });
  return success({
    language,
    stopped: { note: runTexts[language].interrupted, interrupts: true },
    run: async (dependencies) => (await import('./run.ts')).runCommand(command, dependencies),
  });
};

const run = async (given: readonly string[], packaged: boolean): Promise<number> => {
  const refuse = ({ message }: UsageError): 2 => {
    streams.note(message[languageAsked(given, fallback)]);
    return 2;
  };
  const parsed = parseArguments(given, fallback);
  const wrong = fileLikeOption(given, existsSync);
  if (wrong) return refuse(wrong);
  if (!parsed.ok) return refuse(parsed.failure);
  const { value: command } = parsed;
  if (command.kind === 'help') {
    await streams.out((command.of === null ? usage : commandUsages[command.of])[command.language]);
    return 0;
  }
  if (command.kind === 'version') {
    await streams.out(`vouch ${findProjectFiles(import.meta.url).version}\n`);
    return 0;
  }
  if (command.kind === 'json-schema') {
    const { jsonOutputSchema } = await import('../../export/json-schema.ts');
    await streams.out(`${JSON.stringify(jsonOutputSchema(), null, 2)}\n`);
    return 0;
  }
  if (command.kind === 'completion') {
    await streams.out(completionScript(command.shell));
    return 0;
  }
  // The package does not contain what an office needs.
  if (packaged && command.kind === 'office') return refuse(usageTexts.onlyInSources);
  const ready = await parseRest(command);
  if (!ready.ok) return refuse(ready.failure);
  const { language, stopped, reloads = false } = ready.value;
  const environment = programEnvironment(env);
  if (!environment.ok) return refuse(environment.failure);
  const stopping = new AbortController();
  const reloading = new Set<() => void>();
  let signalCode = 0;
  for (const [signal, code] of Object.entries(signalCodes))
    process.on(signal, () => {
      if (signal === 'SIGHUP' && reloads) {
        for (const reload of reloading) reload();
        return;
      }
      // The second signal ends the process at once; the next run finds the running calls and marks them.
      if (stopping.signal.aborted) {
        streams.note(runTexts[language].exiting);
        process.exit(code);
      }
      stopping.abort();
      if (stopped.interrupts) signalCode = code;
      if (stopped.note !== null) streams.note(stopped.note);
    });
  const dependencies: CommandDependencies = {
    environment: environment.value,
    home: dataFolder(environment.value, process.platform),
    samplesFolder: findProjectFiles(import.meta.url).samplesFolder,
    now: () => new Date(),
    streams,
    signal: stopping.signal,
    onReload: (reload) => reloading.add(reload),
  };
  const exitCode = await ready.value.run({
    ...dependencies,
    recognize: async (request, deliver) =>
      (await import('./run.ts')).runCommand(request, { ...dependencies, deliver }),
  });
  return signalCode || exitCode;
};

const finish = async (code: number): Promise<never> => {
  await streams.flushed();
  process.exit(code);
};

/**
 * Runs one command line and ends the process with its exit code.
 * @param given the arguments after the program's own
 * @param packaged whether this is the installed program
 */
export const runProgram = (given: readonly string[], packaged = false): Promise<never> =>
  run(given, packaged).then(finish, (error: unknown) => {
    streams.noteBug(error);
    return finish(1);
  });
