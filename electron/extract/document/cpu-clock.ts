/**
 * Processor time of this thread in milliseconds. Readers' limits use it, because wall-clock time depends on the
 * load of the computer.
 */
export const cpuClock = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
