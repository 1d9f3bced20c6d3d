import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { localAuthor } from '../../../shared/review/event.ts';
import { booksTexts } from '../../../shared/texts/books.ts';
import {
  archiveGapTexts,
  archiveWayTexts,
  gateReasonTexts,
  unreadAsideText,
} from '../../../shared/texts/books-reasons.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';
import { checkNotOurs } from '../../app/files/check-outputs.ts';
import { withOpenLedger } from '../../app/files/open-run.ts';
import { officeAddress } from '../../app/home.ts';
import type { ExitCode, RunDependencies } from '../../hosts/terminal/dependencies.ts';
import { archiveOfFolder, knownArchive } from '../archive/archive-commands.ts';
import { digestOfArchive, examineArchive, type Examined } from '../archive/check-archive.ts';
import { resolveCertain } from '../book-files.ts';
import type { ArchiveCommand, CheckCommand } from './arguments.ts';
import { withLedger } from './with-ledger.ts';

/** Compares an archive with the ledger of this computer; null if there is none or another program has it open. */
const knownHere = async (examined: Examined, { home, now, environment }: RunDependencies) => {
  if (officeAddress(environment) !== null || !existsSync(join(home, 'ledger.sqlite'))) return null;
  const asked = await withOpenLedger({ home, now, onFailure: () => {} }, ({ folder }) =>
    knownArchive(folder.store, examined),
  );
  return asked.ok ? asked.value : null;
};

/** `vouch archive --check`: names each file that has changed since it was written. */
export const runCheck = async (
  { path, language, quiet }: CheckCommand,
  dependencies: RunDependencies,
): Promise<ExitCode> => {
  const { streams } = dependencies;
  const examined = await examineArchive(path);
  const { files, defects } = examined;
  for (const { path: file, defect } of defects)
    streams.note(`${file}: ${booksTexts.archiveDefect[defect][language]}`);
  if (defects.length > 0) return 1;
  const known = await knownHere(examined, dependencies);
  if (known?.known === 'other') {
    streams.note(booksTexts.archiveOther(known.at ?? '')[language]);
    return 1;
  }
  if (quiet) return 0;
  streams.note(booksTexts.archiveSound(files)[language]);
  const proof = known
    ? booksTexts.archiveProof(known.known === 'yes' ? known.at : null)
    : booksTexts.archiveUncompared;
  streams.note(proof[language]);
  return 0;
};

/** `vouch archive`: the invoices that were issued in a period, with their originals. */
export const runArchive = async (
  command: ArchiveCommand,
  dependencies: RunDependencies,
): Promise<ExitCode> => {
  const { home, streams, signal, now } = dependencies;
  const { language, quiet, from, to, out, replace } = command;
  const ours = await checkNotOurs(out, home);
  if (ours) {
    streams.note(ours.message[language]);
    return 2;
  }
  return withLedger(language, dependencies, async ({ folder, assessor, settings }) => {
    await resolveCertain(folder.store, { by: localAuthor, now: now() }, digestOfArchive, ['archive']);
    const own = [...command.own.map((taxId) => ({ name: '', taxId })), ...settings.ownCompanies];
    const archive = await archiveOfFolder({ from, to }, { folder, assessor }, settings, signal, {
      by: localAuthor,
      own,
    });
    const { invoices, leftOut, noInvoices, setAside, demo, otherPeriods } = archive.content;
    for (const { name, number, reason } of leftOut)
      streams.note(`${name} (${number ?? '-'}): ${archiveGapTexts[reason][language]}`);
    // They are named, too: only a person can tell whether a reader was right.
    if (!quiet)
      for (const name of noInvoices) streams.note(`${name}: ${gateReasonTexts['no-invoice'][language]}`);
    if (!quiet) for (const name of setAside) streams.note(`${name}: ${unreadAsideText[language]}`);
    if (!quiet && demo > 0) streams.note(booksTexts.archiveDemo(demo)[language]);
    if (!quiet && otherPeriods > 0) streams.note(booksTexts.archiveOtherPeriods(otherPeriods)[language]);
    if (invoices.length === 0) {
      streams.note(booksTexts.archiveEmpty[language]);
      return 1;
    }
    let gaps = leftOut.length;
    const target = resolve(out);
    const written = await archive.write({ path: target, replace, target }, ({ name, number }) => {
      gaps += 1;
      streams.note(`${name} (${number ?? '-'}): ${booksTexts.originalMissing[language]}`);
    });
    if (!written.ok) {
      const { failure } = written;
      if (failure.reason === 'in-the-way') {
        streams.note(`${out}: ${archiveWayTexts[failure.why][language]}`);
        for (const path of failure.paths) streams.note(`  ${path}`);
        return 2;
      }
      if ('by' in failure) {
        streams.note(booksTexts.archiveTaken(failure.at)[language]);
        return 1;
      }
      streams.note(`${out}: ${commandFailureLine(failure, language)}`);
      return failure.reason === 'no-folder' ? 2 : 1;
    }
    if (!quiet) {
      streams.note(booksTexts.archived(invoices.length)[language]);
      streams.note(booksTexts.archiveDigest(written.value.digest)[language]);
    }
    return gaps === 0 ? 0 : 1;
  });
};
