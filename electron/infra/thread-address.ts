/**
 * Where a thread's code stands: beside the file that starts it when the sources run, at the root of the built parts
 * otherwise.
 * @param here the address of the file that starts it
 */
export const threadAddress = (here: string, source: string, built: string): URL => {
  if (here.endsWith('.ts')) return new URL(source, here);
  return new URL(here.includes('/parts/') ? `../${built}` : built, here);
};
