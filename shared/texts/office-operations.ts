const text = (zh: string, en: string) => ({ message: { zh, en } });

/** Errors in the options and variables with which the processes of an office are operated. */
export const operationsTexts = {
  badPort: (name: string) =>
    text(`${name} 的值应为 0 至 65535 的整数`, `${name} needs a number from 0 to 65535`),
  badAddress: text(
    '--operations-address 的值应为 IP 地址或 localhost',
    '--operations-address needs an IP address or localhost',
  ),
  noPort: text(
    '使用 --operations-address 时须同时写出 --operations-port',
    '--operations-address needs --operations-port, too',
  ),
  portTaken: (port: number) =>
    text(
      `端口 ${port} 已被占用：请用 --operations-port 指定另一个`,
      `Port ${port} is in use: choose another one with --operations-port`,
    ),
  unknownAddress: (address: string) =>
    text(
      `本机没有地址 ${address}：请检查 --operations-address`,
      `This computer has no address ${address}: check --operations-address`,
    ),
} as const;

/** The address at which a process reports how it is, and that it waits for its database. */
export const operationsNotes = {
  zh: {
    listening: (origin: string) => `运行状态：${origin}/healthz、${origin}/readyz、${origin}/metrics`,
    waiting: (reason: string) => `${reason}。正在等待数据库`,
  },
  en: {
    listening: (origin: string) => `Operations: ${origin}/healthz, ${origin}/readyz, ${origin}/metrics`,
    waiting: (reason: string) => `${reason}. Waiting for the database`,
  },
} as const;
