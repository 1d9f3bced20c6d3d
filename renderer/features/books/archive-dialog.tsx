import { useState } from 'react';
import type { CommandOutput } from '../../../shared/contract/commands.ts';
import { isIsoDate } from '../../../shared/invoice/dates.ts';
import type { Language } from '../../../shared/language.ts';
import { booksTexts } from '../../../shared/texts/books.ts';
import { archiveGapTexts } from '../../../shared/texts/books-reasons.ts';
import { formatDate } from '../../../shared/texts/format.ts';
import { tableTexts } from '../../../shared/texts/table.ts';
import { useShownIds } from '../../state/shown-rows.ts';
import { useApp } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Segments } from '../../ui/choices.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useTools } from '../tools.ts';
import { lastMonth } from './days.ts';
import { joinItems, labelled } from '../../../shared/texts/phrases.ts';

const dayOf = (at: string | null, language: Language): string =>
  at === null ? '' : formatDate(at.slice(0, 10), language);

/** Writes the archive of a period, and checks an existing archive. */
export const ArchiveDialog = () => {
  const { t } = useTexts();
  const { actions } = useTools();
  return (
    <Dialog title={t('books.archive.title')} onClose={actions.closeDialog}>
      <WriteArchive />
      <CheckArchive />
    </Dialog>
  );
};

const forms = ['zip', 'folder'] as const;
/** More names would hide the button. */
const mostLeftOut = 8;

/** The period of the invoices that list or table show; null if none has a date. */
const useShownPeriod = () => {
  const { byId } = useApp((state) => state.lists['vat-invoice']);
  const shown = useShownIds('vat-invoice');
  const days = shown.flatMap((id) => byId.get(id)?.headline.issueDate ?? []).filter(isIsoDate);
  const [first] = days;
  if (first === undefined) return null;
  return days.reduce(({ from, to }, day) => ({ from: day < from ? day : from, to: day > to ? day : to }), {
    from: first,
    to: first,
  });
};

const WriteArchive = () => {
  const { t, language } = useTexts();
  const shownPeriod = useShownPeriod();
  const { actions } = useTools();
  const hasFolders = useApp((state) => state.info?.host === 'desktop');
  const [{ from, to }, setPeriod] = useState(lastMonth);
  const [as, setAs] = useState<(typeof forms)[number]>('zip');
  const [isBusy, setIsBusy] = useState(false);
  const isPeriod = isIsoDate(from) && isIsoDate(to) && from <= to;
  const {
    value: plan,
    isCurrent,
    reload,
  } = useLoaded(isPeriod ? `${from} ${to}` : null, () => actions.planArchive({ from, to }));
  const write = async ({ digest, last }: CommandOutput<'books.archivePlan'>): Promise<void> => {
    setIsBusy(true);
    await actions.writeArchive({ from, to, as, seen: { digest, last } });
    setIsBusy(false);
    // The next plan shows what changed.
    reload();
  };
  return (
    <>
      <div className="voucher-options">
        <DateInput
          label={t('books.archive.from')}
          value={from}
          onChange={(day) => setPeriod((period) => ({ ...period, from: day }))}
        />
        <DateInput
          label={t('books.archive.to')}
          value={to}
          onChange={(day) => setPeriod((period) => ({ ...period, to: day }))}
        />
      </div>
      {shownPeriod && (shownPeriod.from !== from || shownPeriod.to !== to) && (
        <Button small look="quiet" onPress={() => setPeriod(shownPeriod)}>
          {tableTexts.shownPeriod[language]}
        </Button>
      )}
      <p role="status">
        {!isPeriod && t('books.archive.badPeriod')}
        {isPeriod && plan?.invoices === 0 && t('books.archive.empty')}
        {isPeriod && plan !== null && plan.invoices > 0 && t('books.archive.plan', plan)}
      </p>
      {isPeriod && plan !== null && <NotArchived plan={plan} />}
      {hasFolders && (
        <Segments
          label={t('books.archive.as')}
          value={as}
          options={forms.map((value) => ({ value, label: t(`books.archive.forms.${value}`) }))}
          onChange={setAs}
        />
      )}
      <div className="dialog-actions">
        <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
        <Button
          look="primary"
          isDisabled={!isCurrent || !plan?.invoices}
          isPending={isBusy}
          onPress={() => plan && void write(plan)}
        >
          {t('books.archive.write')}
        </Button>
      </div>
    </>
  );
};

/** What the archive does not hold, and why. */
const NotArchived = ({ plan }: { readonly plan: CommandOutput<'books.archivePlan'> }) => {
  const { t, language } = useTexts();
  const { leftOut, missing, noInvoices, setAside, demo, otherPeriods } = plan;
  const first = (names: readonly string[]): string =>
    joinItems(names.slice(0, mostLeftOut), language) + (names.length > mostLeftOut ? '…' : '');
  return (
    <>
      {missing > 0 && (
        <div className="warning" role="alert">
          <p>{t('books.archive.missing', { missing })}</p>
          <ul>
            {leftOut.slice(0, mostLeftOut).map(({ name, number, reason }, index) => (
              // Two pages may have the same name.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>
                {labelled(
                  number === null ? name : `${name} (${number})`,
                  archiveGapTexts[reason][language],
                  language,
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {noInvoices.length > 0 && (
        <p className="hint">{t('books.archive.noInvoices', { names: first(noInvoices) })}</p>
      )}
      {setAside.length > 0 && (
        <p className="hint">{t('books.archive.setAside', { names: first(setAside) })}</p>
      )}
      {demo > 0 && <p className="hint">{t('books.archive.demo', { demo })}</p>}
      {otherPeriods > 0 && <p className="hint">{t('books.archive.otherPeriods', { otherPeriods })}</p>}
    </>
  );
};

const CheckArchive = () => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const [report, setReport] = useState<CommandOutput<'books.checkArchive'> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const check = async (file: File): Promise<void> => {
    setIsBusy(true);
    setReport(await actions.checkArchive(file));
    setIsBusy(false);
  };
  return (
    <section className="settings-section" aria-label={t('books.archive.check')}>
      <h3>{t('books.archive.check')}</h3>
      <FileDrop
        label={t('books.archive.checkHint')}
        choose={t('books.file.choose')}
        accept=".zip"
        onFile={(file) => void check(file)}
      />
      <div role="status">
        {isBusy && t('books.archive.checking')}
        {!isBusy && report?.defects.length === 0 && (
          <>
            <span className="tone-ok">{t('books.archive.sound', { files: report.files })}</span>
            <p className={report.known === 'other' ? 'tone-error' : 'hint'}>
              {report.known === 'yes' && t('books.archive.known', { day: dayOf(report.at, language) })}
              {report.known === 'no' && t('books.archive.unknown')}
              {report.known === 'other' && t('books.archive.other', { day: dayOf(report.at, language) })}
            </p>
          </>
        )}
        {!isBusy && report !== null && report.defects.length > 0 && (
          <>
            <p className="tone-error">{t('books.archive.defects')}</p>
            <ul>
              {report.defects.slice(0, 50).map(({ path, defect }) => (
                <li key={path}>{labelled(path, booksTexts.archiveDefect[defect][language], language)}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
};
