import { contendingCommands, openRaces } from '../helpers/office-races.ts';
import { noPostgres, startTestPostgres } from '../helpers/postgres.ts';

/** Two callers at once use each command that contends for something. The short form is in `office/races`. */
export const run = async (rounds = 200): Promise<boolean> => {
  if (noPostgres !== null) {
    console.log(`Not run: ${noPostgres}`);
    return true;
  }
  const server = await startTestPostgres();
  try {
    const { run: race, crossed, bugs, close } = await openRaces(await server.database());
    let wrong = 0;
    for (const name of [...contendingCommands, ...crossed]) {
      const lines = await race(name, rounds);
      for (const line of lines) console.log(`${name}: ${line}`);
      console.log({ name, rounds, wrong: lines.length });
      wrong += lines.length;
    }
    // Servers that close may still be reading a page.
    const reported = bugs();
    for (const bug of reported) console.log(bug);
    await close();
    return wrong === 0 && reported.length === 0;
  } finally {
    await server.close();
  }
};
