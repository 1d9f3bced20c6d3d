import { guardContents } from './desktop/guard-contents.ts';
import { logFaults } from './desktop/faults.ts';
import { confineAll, onlyOnce, whenReady } from './desktop/lifecycle.ts';
import { openProgram } from './desktop/program.ts';
import { registerAppScheme } from './desktop/scheme.ts';
import { startWindow } from './desktop/start.ts';
import { createMainWindow } from './desktop/window.ts';

const program = openProgram(import.meta.url);
const window = createMainWindow(program);

logFaults(program.log);
registerAppScheme();
confineAll();
guardContents(program);
onlyOnce(window.show, () => whenReady(program, () => startWindow(program, window)));
