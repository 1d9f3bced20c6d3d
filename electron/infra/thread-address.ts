/**
 * The address of a thread's code: next to the file that starts it if run from sources, otherwise at the root
 * of the build.
 * @param here the address of the file that starts it
 */
export const threadAddress = (here: string, source: string, built: string): URL => {
  if (here.endsWith('.ts')) return new URL(source, here);
  return new URL(here.includes('/parts/') ? `../${built}` : built, here);
};
