/**
 * Processor time of this thread in milliseconds. Limits of readers count it, because on a busy computer the time on
 * the clock says nothing about a file.
 */
export const cpuClock = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
