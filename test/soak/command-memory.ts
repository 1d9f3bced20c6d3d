import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVouch } from '../helpers/command-line.ts';
import { watchTree } from '../helpers/tree-memory.ts';
import { soakDocument } from './soak-document.ts';

const serverScript = fileURLToPath(new URL('six-line-server.ts', import.meta.url));

const startServer = async () => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', serverScript], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line]: unknown[] = await once(child.stdout, 'data');
  return { baseUrl: String(line).trim(), stop: () => child.kill('SIGKILL') };
};

type CommandPeak = {
  readonly outputs: string;
  readonly code: number | null;
  readonly seconds: number;
  /** Peak memory of all processes of the command in MB. */
  readonly peakMb: number;
  readonly outputMb: number;
};

/** Runs the real command line over many invoices of six lines, and measures it from outside. */
const commandPeaks = async (
  invoices: number,
  runs: readonly (readonly string[])[],
): Promise<readonly CommandPeak[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-memory-'));
  const server = await startServer();
  try {
    const input = join(folder, 'in');
    await mkdir(input);
    for (let index = 0; index < invoices; index += 1)
      await writeFile(join(input, `${String(index).padStart(6, '0')}.bmp`), soakDocument(index).bytes);
    const environment = {
      VOUCH_HOME: join(folder, 'home'),
      VOUCH_BASE_URL: server.baseUrl,
      VOUCH_APP_ID: 'memory',
      VOUCH_API_KEY: 'k'.repeat(32),
      VOUCH_API_SECRET: 's'.repeat(32),
    };
    const peaks: CommandPeak[] = [];
    for (const outputs of runs) {
      const files = outputs.map((output) => join(folder, `out.${output}`));
      const options = outputs.flatMap((output, index) => [`--${output}`, files[index] ?? '']);
      const started = performance.now();
      const child = startVouch(['invoice', input, '--concurrency', '4', '--quiet', ...options], environment);
      const memory = watchTree(child.pid ?? 0);
      const { code, stderr } = await child.ran();
      if (stderr !== '') console.log(stderr.slice(0, 2000));
      const sizes = await Promise.all(
        files.map((file) =>
          stat(file).then(
            ({ size }) => size,
            () => 0,
          ),
        ),
      );
      peaks.push({
        outputs: outputs.join(' '),
        code,
        seconds: Math.round((performance.now() - started) / 1000),
        peakMb: memory.most(),
        outputMb: Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1e6),
      });
    }
    return peaks;
  } finally {
    server.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Allowed peaks in MB. */
const allowedMb = { tables: 400, workbook: 600 };

const limitOf = ({ outputs }: CommandPeak) =>
  outputs.includes('xlsx') ? allowedMb.workbook : allowedMb.tables;

/** The full length: 10,000 invoices; the tables with calls, the workbook from the ledger. */
export const run = async (invoices = 10_000): Promise<boolean> => {
  const peaks = await commandPeaks(invoices, [
    ['json', 'csv'],
    ['json', 'csv', 'xlsx'],
  ]);
  console.table(peaks);
  return peaks.every((peak) => peak.code === 0 && peak.outputMb > 0 && peak.peakMb <= limitOf(peak));
};
