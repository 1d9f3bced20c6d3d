import { existsSync } from 'node:fs';
import process from 'node:process';
import { languageOf } from '../../../shared/language.ts';
import { fileLikeOption, languageAsked, parseArguments } from './arguments.ts';
import { openStreams } from '../terminal/streams.ts';
import { booksUsage } from '../../../shared/texts/books-usage.ts';
import { officeTexts, officeUsage } from '../../../shared/texts/office-command.ts';
import { serveUsage } from '../../../shared/texts/serve.ts';
import { usage } from '../../../shared/texts/usage.ts';

const streams = openStreams(process.stdout, process.stderr);
const { env } = process;
const fallback = languageOf(env.LC_ALL || env.LC_MESSAGES || env.LANG);

const usages = { ...booksUsage, ...officeUsage, serve: serveUsage };

/** A shell's exit codes for a program that a signal has ended. */
const signalCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

const run = async (given: readonly string[]): Promise<number> => {
  const parsed = parseArguments(given, fallback);
  const wrong = fileLikeOption(given, existsSync) ?? (parsed.ok ? null : parsed.failure);
  if (wrong || !parsed.ok) {
    if (wrong) streams.note(wrong.message[languageAsked(given, fallback)]);
    return 2;
  }
  const command = parsed.value;
  if (command.kind === 'help') {
    await streams.out((command.of === null ? usage : usages[command.of])[command.language]);
    return 0;
  }
  // Loaded only now, so that a wrong command line fails at once.
  const [{ findProjectFiles }, { dataFolder }, { runCommand }, { runTexts }] = await Promise.all([
    import('../window/project-files.ts'),
    import('../../app/home.ts'),
    import('./run.ts'),
    import('../../../shared/texts/command-line.ts'),
  ]);
  const project = findProjectFiles(import.meta.url);
  if (command.kind === 'version') {
    await streams.out(`vouch ${project.version}\n`);
    return 0;
  }
  const stopping = new AbortController();
  let signalCode = 0;
  for (const [signal, code] of Object.entries(signalCodes))
    process.on(signal, () => {
      // The second signal ends the process at once; the next run finds the running calls and marks them.
      if (stopping.signal.aborted) {
        streams.note(runTexts[command.language].exiting);
        process.exit(code);
      }
      stopping.abort();
      // A server runs until a signal stops it, so this is not an interruption.
      if (command.kind === 'serve') return;
      signalCode = code;
      streams.note(
        command.kind === 'worker'
          ? officeTexts[command.language].stopping
          : runTexts[command.language].interrupted,
      );
    });
  const dependencies = {
    environment: env,
    home: dataFolder(env, process.platform),
    samplesFolder: project.samplesFolder,
    now: () => new Date(),
    streams,
    signal: stopping.signal,
  };
  if (command.kind === 'serve' || command.kind === 'worker' || command.kind === 'migrate') {
    const { runOffice } = await import('./office/run-office.ts');
    // A worker that is stopped by a signal has finished its work.
    return runOffice(command, { ...dependencies, project });
  }
  const exitCode =
    command.kind === 'recognize'
      ? await runCommand(command, dependencies)
      : await (await import('./books/run-books.ts')).runBooks(command, dependencies);
  return signalCode || exitCode;
};

const finish = async (code: number): Promise<never> => {
  await streams.flushed();
  process.exit(code);
};

/**
 * Runs one command line and ends the process with its exit code.
 * @param given the arguments after the program's own
 */
export const runProgram = (given: readonly string[]): Promise<never> =>
  run(given).then(finish, (error: unknown) => {
    streams.noteBug(error);
    return finish(1);
  });
