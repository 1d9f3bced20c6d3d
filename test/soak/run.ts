import process from 'node:process';

/** Runs one soak and prints its report; exits with 1 if a rule is violated. */
type Soak = { readonly run: (rounds?: number) => Promise<boolean> };

const isSoak = (module: unknown): module is Soak =>
  typeof module === 'object' && module !== null && 'run' in module && typeof module.run === 'function';

const [name = '', rounds] = process.argv.slice(2);
const module: unknown = await import(`./${name}.ts`);
if (!isSoak(module)) throw new Error(`test/soak/${name}.ts exports no run()`);

console.log(`\n${name}`);
const held = await (rounds === undefined ? module.run() : module.run(Number(rounds)));
process.exit(held ? 0 : 1);
