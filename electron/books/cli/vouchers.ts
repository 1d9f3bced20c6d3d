import { resolve } from 'node:path';
import type { VoucherFailure } from '../../../shared/books/book-invoice.ts';
import { voucherName } from '../../../shared/books/books-state.ts';
import { includeWords } from '../../../shared/books/gate.ts';
import { voucherRulesSchema, type VoucherRules } from '../../../shared/books/voucher-rules.ts';
import { businessOf } from '../../../shared/invoice/business.ts';
import type { BookCode } from '../../../shared/books/codes.ts';
import type { Bilingual, Language } from '../../../shared/language.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { localAuthor } from '../../../shared/review/event.ts';
import { booksTexts, voucherReasonTexts } from '../../../shared/texts/books.ts';
import { gateReasonTexts } from '../../../shared/texts/books-reasons.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';
import { filesOfPaths } from '../../app/files/sheets.ts';
import { readSettings } from '../../credentials/settings-store.ts';
import { officeAddress } from '../../app/home.ts';
import type { DataFolder } from '../../app/data-folder.ts';
import type { Deliver, ExitCode, ReadSheet, RunDependencies } from '../../hosts/terminal/dependencies.ts';
import { sha256Of } from '../../infra/bytes.ts';
import { readBounded } from '../../infra/files/read-bounded.ts';
import { writeFileWhole } from '../../infra/files/write-file.ts';
import { digestOfArchive } from '../archive/check-archive.ts';
import { resolveCertain, withReserved } from '../book-files.ts';
import { takenLine } from '../books-failures.ts';
import type { GatedInvoice, LedgerInvoice } from '../ledger-invoices.ts';
import { codesIn, codeTableLimits, uncodedParties } from '../vouchers/code-commands.ts';
import { encodeVouchers, lostInGbk } from '../vouchers/encode-vouchers.ts';
import { reserveVouchers, tryVouchers, withOwnCompanies, type VoucherTrial } from '../vouchers/booking.ts';
import type { VouchersCommand } from './arguments.ts';
import { checkOutput, recognizeCommandOf } from './recognize-first.ts';

/** Maximum bytes of a rules file: two thousand rules are far below this. */
const mostRulesBytes = 4 * 1024 * 1024;

const readRules = async (path: string): Promise<Result<VoucherRules, string>> => {
  const read = await readBounded(path, mostRulesBytes);
  if (!read.ok) return failed(read.failure.reason === 'too-large' ? '> 4 MB' : read.failure.code);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(read.value);
    const parsed = voucherRulesSchema.safeParse(JSON.parse(text));
    if (parsed.success) return success(parsed.data);
    const [issue] = parsed.error.issues;
    return failed(issue ? `${issue.path.join('.') || 'JSON'}: ${issue.message}` : 'JSON');
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
};

/** The codes of a CSV file; a failure is a sentence. */
const codesFrom = async (path: string): Promise<Result<readonly BookCode[], Bilingual>> => {
  const read = await readBounded(path, codeTableLimits.bytes);
  if (!read.ok) return failed(booksTexts.codesUnreadable(path));
  const found = codesIn(read.value);
  if (!found.ok) return failed(booksTexts.codesUnreadable(path));
  const { codes, wrong } = found.value;
  return wrong.length === 0 ? success(codes) : failed(booksTexts.codesWrong(path, wrong.join(', ')));
};

/** Rows of pages in memory: ten thousand take a hundred megabytes. */
const rowsAtOnce = 100;

/** The invoices of a run as the gate wants them; a further file of an invoice is part of its first. */
const invoicesIn = async (
  read: readonly ReadSheet[],
  { store }: DataFolder,
): Promise<readonly (LedgerInvoice & { readonly source: string })[]> => {
  const found: (LedgerInvoice & { readonly source: string })[] = [];
  for (let from = 0; from < read.length; from += rowsAtOnce) {
    const part = read.slice(from, from + rowsAtOnce);
    const ids = part.flatMap(({ pageId }) => pageId ?? []);
    const rows = new Map((await store.pages(ids)).map((row) => [row.id, row]));
    const events = await store.eventsOf(ids);
    for (const { page, pageId, sheet } of part) {
      const row = pageId === null ? undefined : rows.get(pageId);
      if (!row || page?.failure !== null || !page.invoice) continue;
      const { value, ticket, checks, special = [], journeys = [] } = page.invoice;
      found.push({
        row,
        invoice: value,
        ticket,
        business: businessOf({ invoice: value, special, journeys }),
        reader: page.reader,
        findings: checks,
        events: events.get(row.id) ?? [],
        pages: [row],
        source: sheet.source,
      });
    }
  }
  return found;
};

const heldLine = ({ gated, countsOn, row }: GatedInvoice, source: string, language: Language): string => {
  const why = gated.reasons
    .map((reason) => gateReasonTexts[reason][language])
    .join(language === 'zh' ? '、' : ', ');
  const other = countsOn && countsOn.name !== row.name ? ` (${countsOn.name})` : '';
  return `${source}: ${booksTexts.notBooked[language]}: ${why}${other}`;
};

const failureLine = ({ reason, line, item }: VoucherFailure, source: string, language: Language): string => {
  const place = line === null ? source : `${source} (${booksTexts.line(line)[language]})`;
  return `${place}: ${booksTexts.notBooked[language]}: ${voucherReasonTexts[reason][language]}${item === undefined ? '' : ` (${item})`}`;
};

/**
 * A warning for each included invoice that already had a voucher: it will be booked twice, unless this file replaces
 * the earlier one.
 */
const bookedBefore = (
  { used, built }: VoucherTrial,
  sourceOf: (one: GatedInvoice) => string,
  language: Language,
): readonly string[] =>
  built.vouchers.flatMap(({ invoices }) =>
    invoices.flatMap((index) => {
      const one = used[index];
      if (!one?.booking) return [];
      const { date, ...voucher } = one.booking;
      return [`${sourceOf(one)}: ${booksTexts.bookedBefore(voucherName(voucher), date)[language]}`];
    }),
  );

const isOwnUnknown = (rules: VoucherRules): boolean => rules.own.length === 0;

/** `vouch vouchers`: recognizes new files, and books them by the rules of a file. */
export const runVouchers = async (
  command: VouchersCommand,
  dependencies: RunDependencies,
): Promise<ExitCode> => {
  const { home, streams, now, environment } = dependencies;
  const { language, quiet, format, include } = command;
  const given = await readRules(command.rules);
  if (!given.ok) {
    streams.note(booksTexts.rulesUnreadable(command.rules, given.failure)[language]);
    return 2;
  }
  const codes = command.codes === null ? success([]) : await codesFrom(command.codes);
  if (!codes.ok) {
    streams.note(codes.failure[language]);
    return 2;
  }
  const named = command.own.map((taxId) => ({ name: '', taxId }));
  // An office has its own settings, which are known once its ledger is open.
  const early = withOwnCompanies(given.value, [...named, ...readSettings(home).ownCompanies]);
  if (officeAddress(environment) === null && isOwnUnknown(early)) {
    streams.note(booksTexts.ownUnknown[language]);
    return 2;
  }
  const files = await filesOfPaths(command.paths);
  const tables = command.codes === null ? [command.rules] : [command.rules, command.codes];
  const unusable = await checkOutput(command.out, [...files, ...tables], home);
  if (unusable) {
    streams.note(unusable.message[language]);
    return 2;
  }
  const out = resolve(command.out);
  let isRefused = false;
  const deliver: Deliver = async (read, { folder, settings }) => {
    const { store } = folder;
    const rules = withOwnCompanies({ ...given.value, codes: [...codes.value, ...given.value.codes] }, [
      ...named,
      ...settings.ownCompanies,
    ]);
    if (isOwnUnknown(rules)) {
      isRefused = true;
      return [booksTexts.ownUnknown[language]];
    }
    await resolveCertain(store, { by: localAuthor, now: now() }, digestOfArchive, ['vouchers']);
    const found = await invoicesIn(read, folder);
    const sources = new Map(found.map(({ row, source }) => [row.id, source]));
    const sourceOf = ({ row }: Pick<GatedInvoice, 'row'>): string => sources.get(row.id) ?? row.name;
    const trial = await tryVouchers(found, rules, store, {
      confirms: false,
      format,
      included: new Set(include.map((word) => includeWords[word])),
      among: new Set(sources.keys()),
    });
    const { used, held, never, built } = trial;
    const messages = [
      ...[...held, ...never].map((one) => heldLine(one, sourceOf(one), language)),
      ...built.failures.map((failure) => {
        const one = used[failure.index];
        return failureLine(failure, one ? sourceOf(one) : '', language);
      }),
    ];
    if (held.length + never.length > 0)
      messages.push(booksTexts.heldBack(held.length, never.length)[language]);
    const uncoded = uncodedParties(trial);
    if (uncoded.length > 0) streams.note(booksTexts.uncodedParties(uncoded, language));
    // What is held is named before anything is written.
    for (const message of messages) streams.note(message);
    const isWhole = messages.length === 0;
    const ended = (...more: readonly string[]): readonly string[] =>
      isWhole || more.length > 0 ? more : [booksTexts.notAllBooked[language]];
    if (built.vouchers.length === 0) return ended(booksTexts.nothingToBook[language]);
    const reserved = await reserveVouchers(store, trial, { by: localAuthor, target: out });
    if (!reserved.ok) return ended(takenLine(reserved.failure, language));
    const write = async ({ value, note, written, dropped }: typeof reserved.value) => {
      const bytes = encodeVouchers(value.built.vouchers, format, [], rules, () => null);
      await note({ target: out, digest: sha256Of(bytes), changes: value.changes });
      const outcome = await writeFileWhole(out, bytes);
      if (!outcome.ok) {
        await dropped();
        return ended(`${command.out}: ${commandFailureLine(outcome.failure, language)}`);
      }
      for (const warning of bookedBefore(trial, sourceOf, language)) streams.note(warning);
      await written();
      const lost = format === 'yonyou' ? lostInGbk(value.built.vouchers) : [];
      if (lost.length > 0) streams.note(booksTexts.lostCharacters(lost.join(''))[language]);
      if (!quiet) streams.note(booksTexts.vouchers(value.built.vouchers.length)[language]);
      return ended();
    };
    return withReserved(reserved.value, write, (taken) => ended(takenLine(taken, language)));
  };
  const code = await dependencies.recognize(recognizeCommandOf(command.paths, command), deliver);
  return isRefused ? 2 : code;
};
