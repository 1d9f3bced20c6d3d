import { join } from 'node:path';
import { createIntake } from '../../electron/intake/intake.ts';
import { untreated } from '../../shared/contract/preparation.ts';

/** Adds the pictures of a folder again and again, four at a time, and prints the peak in MB. */
const [folder = '', count = '0'] = process.argv.slice(2);
const intake = createIntake();
let next = 0;
const take = async (): Promise<void> => {
  for (let index = next++; index < Number(count); index = next++) {
    const path = join(folder, `${index % 4}.jpg`);
    const made = await intake.prepare({ path, page: 1, treatment: untreated, password: null });
    if (!made.ok) throw new Error(made.failure.reason);
  }
};
await Promise.all([take(), take(), take(), take()]);
await intake.close();
// Kilobytes, the peak of the process.
console.log(process.resourceUsage().maxRSS / 1024);
