import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';
import { builtProgram } from './built-program.ts';

type ThreadAddress = (here: string, source: string, built: string) => URL;

const replaced = new Map<string, URL>();

/**
 * Replaces a thread of the program by another until the end of the test file.
 * @param source the name of the program's thread, as `threadAddress` takes it
 */
export const replaceThread = (source: string, address: URL): void => {
  replaced.set(source, address);
  afterAll(() => void replaced.delete(source));
};

/** The address of a thread in tests: from the build if there is one, like in the packed program. */
export const addressInTests =
  (ofSources: ThreadAddress): ThreadAddress =>
  (here, source, built) =>
    replaced.get(source) ??
    (builtProgram === null ? ofSources(here, source, built) : pathToFileURL(join(builtProgram, built)));
