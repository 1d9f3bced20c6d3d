import { EventEmitter } from 'node:events';
import process from 'node:process';

/** Gives a child process the `process.parentPort` of a utility process, over Node's own channel. */
class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    process.send?.(message);
  }
}

const parentPort = new ParentPort();
process.on('message', (data) => void parentPort.emit('message', { data }));
// A utility process ends with the program.
process.on('disconnect', () => process.exit(0));
Object.defineProperty(process, 'parentPort', { value: parentPort });
