// The names of the benchmarks and soaks, and the choice among them.
import process from 'node:process';

/** Files of test/bench, in the order in which they run. */
export const benches = [
  'client-cost',
  'start',
  'replies',
  'export',
  'canvas',
  'faces',
  'face-window',
  'review',
  'batch-keys',
  'table',
  'intake',
  'intake-delay',
  'ofd',
  'ledger',
  'office',
  'main-loop',
  'batch-load',
  'digital',
  'digital-drop',
  'pdf-invoices',
  'seals',
  'books',
  'page-trip',
  'local-reader',
];

/** Files of test/soak, in the order in which they run. */
export const soaks = [
  'invoice-rows',
  'capital-amounts',
  'intake-fuzz',
  'intake-size',
  'kill',
  'kill-hosts',
  'faults',
  'archive',
  'mails',
  'drops',
  'slow-copier',
  'typing',
  'books-kill',
  'book-races',
  'book-windows',
  'office-races',
  'sign-ins',
  'office',
  'documents',
  'command-memory',
  'xml',
  'ofd',
  'pdf-invoices',
  'papers',
  'false-alarms',
  'seals',
  'local-reader',
];

/**
 * The names given on the command line, in the order in which they run; all if none is given. An unknown name ends the
 * program with 2, because a misspelled one would measure nothing and succeed.
 * @param {readonly string[]} given
 * @param {readonly string[]} known
 */
export const chosen = (given, known) => {
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Known: ${known.join(', ')}`);
    process.exit(2);
  }
  return given.length === 0 ? known : known.filter((name) => given.includes(name));
};
