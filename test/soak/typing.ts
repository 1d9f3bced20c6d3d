import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrowserHost } from '../helpers/app-fixtures/browser-app.ts';
import { playTyping } from '../helpers/interface/typing.ts';
import { bought, writeOwn } from '../helpers/own-invoices.ts';
import { sendAsPage } from '../helpers/interface/page-command.ts';

const stepsOfSequence = 20;
const invoices = 40;

/** Random sequences of typing in the table: no text is lost, and none comes to a wrong place. */
export const run = async (rounds = 60): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-typing-'));
  const app = await startBrowserHost();
  try {
    const { page } = app;
    await sendAsPage(app, 'settings.change', { welcomed: true });
    await app.drop(
      await writeOwn(
        folder,
        Array.from({ length: invoices }, (_, seed) => bought(seed + 1)),
      ),
    );
    await page.getByText(`${invoices} read:`, { exact: true }).waitFor();
    await page.keyboard.press('F3');
    let broken = 0;
    for (let seed = 1; seed <= rounds; seed += 1) {
      const lines = await playTyping(app, seed, stepsOfSequence);
      if (lines.length > 0) broken += 1;
      for (const line of lines) console.log(`  ${line}`);
      if (seed % 10 === 0) console.log(`  ${seed} of ${rounds}`);
    }
    console.log(`${rounds} sequences of ${stepsOfSequence} steps: ${broken} lost or misplaced text`);
    return broken === 0;
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
