import { Suspense, useState, useCallback, useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { isBlankPage, type PageSummary, type PageDetail, type Sent } from '../../../shared/contract/page.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';
import { isDigitalReader } from '../../../shared/invoice/complete.ts';
import { isInvoiceShown } from '../../../shared/invoice/counted-once.ts';
import { fieldGroups, plainFields, type FieldGroup } from '../../../shared/invoice/fields.ts';
import { linesTable } from '../../../shared/invoice/invoice-changes.ts';
import { isOpenFinding } from '../../../shared/invoice/finding.ts';
import { AskAgainButton } from '../actions/ask-again-button.tsx';
import { useFocusArea, useFocusTarget } from '../../state/focus.ts';
import { walkPlace } from '../../ui/keys.ts';
import { useReview } from '../../state/review-store.ts';
import { useShownPart } from '../../state/shown-part.ts';
import { runAction, usePlacedActions } from '../../state/registry.ts';
import { useTyped } from '../../state/typed.ts';
import { localKeyOf } from '../../state/keys.ts';
import { ExportedNote } from '../export/exported-note.tsx';
import { VerificationCard } from '../books/verification-card.tsx';
import { useShownPictures } from '../picture/use-shown-picture.ts';
import { Icon } from '../../ui/icon.tsx';
import { onDemand } from '../../ui/on-demand.ts';
import { ChecksList } from './checks-list.tsx';
import { CropPicture, type PictureOfPart } from './field-crop.tsx';
import { isShown, isWalked, viewFields, type FieldView, type InvoiceDetail } from './field-model.ts';
import { FieldRow } from './field-row.tsx';
import { GoodsLines } from './goods-lines.tsx';
import { extractionChoiceOf } from './extraction-choice.ts';
import { PairingNote } from './pairing-note.tsx';
import { RegionRows } from './region-rows.tsx';
import { onPart } from './part-overlay.ts';
import { overlayOf, pathOfId } from './shapes.ts';
import { ShownMarks, StatedValues, markWords } from './reasons.ts';
import { useNames } from '../../state/people.ts';
import { ShownInvoice } from './typed-checks.tsx';
import { useCells } from './use-cells.ts';
import type { ReviewState } from '../../../shared/review/replay.ts';
import { useActionName } from '../actions/action-button.tsx';

// The window opens without a document.
const DigitalNote = onDemand(async () => (await import('./digital-note.tsx')).DigitalNote);

/** The user's tags and note on an invoice. */
const PageLabels = ({ page }: { readonly page: PageSummary }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  return (
    <section className="field-group page-labels" aria-label={t('invoice.labels')}>
      <div className="checks-head">
        <h3>{t('invoice.labels')}</h3>
        <Button
          small
          look="quiet"
          icon="tag"
          onPress={() => actions.openDialog({ kind: 'tag', service: page.service, ids: [page.id] })}
        >
          {t('invoice.editTags')}
        </Button>
      </div>
      {page.tags.length > 0 && (
        <ul className="tag-list" aria-label={t('batch.columns.tags')}>
          {page.tags.map((tag) => (
            <li key={tag} className="badge">
              {tag}
            </li>
          ))}
        </ul>
      )}
      <Note key={page.id} page={page} />
    </section>
  );
};

const Note = ({ page }: { readonly page: PageSummary }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const saved = page.note ?? '';
  const note = useTyped({
    place: `note:${page.id}`,
    saved,
    save: async (text) =>
      (text ?? '').trim() === saved || (await actions.note(page.service, page.id, text ?? '')),
  });
  return (
    <div className="field">
      <textarea
        className="input note-input"
        rows={2}
        maxLength={2000}
        aria-label={t('batch.columns.note')}
        placeholder={t('invoice.notePlaceholder')}
        value={note.text}
        onChange={({ currentTarget }) => note.type(currentTarget.value)}
        onKeyDown={({ nativeEvent }) => {
          if (localKeyOf(nativeEvent, ['escape'])) note.drop();
        }}
        onBlur={note.leave}
      />
    </div>
  );
};

/** Enter confirms, but Space does not: it accepts findings, and the focus comes here after the last one. */
const withoutSpace = (event: KeyboardEvent): void => {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
};

type ReviewButtonsProps = { readonly state: ReviewState; readonly hasFindings: boolean };

/** Buttons to confirm the shown invoice or to set it aside. */
const ReviewButtons = ({ state, hasFindings }: ReviewButtonsProps) => {
  const { t } = useTexts();
  const named = useActionName();
  const target = useFocusTarget('confirm');
  if (state !== 'open')
    return (
      <Button small icon={state} onPress={() => void runAction('reopen')} aria-label={named('reopen')}>
        {t(`documents.review.${state}`)}
      </Button>
    );
  return (
    <>
      <span
        className="pane-action"
        role="presentation"
        onKeyDownCapture={withoutSpace}
        {...(hasFindings ? walkPlace : {})}
      >
        <Button
          small
          look="primary"
          icon="check"
          ref={target}
          onPress={() => void runAction('confirm')}
          aria-label={named('confirm')}
        >
          {t('invoice.confirm')}
        </Button>
      </span>
      <IconButton small icon="aside" label={named('aside')} onPress={() => void runAction('aside')} />
    </>
  );
};

type Props = {
  readonly page: PageSummary;
  readonly sent: Sent | null;
  readonly invoice: InvoiceDetail;
  readonly detail: PageDetail;
};

/** The data of an invoice, grouped like on paper. */
export const InvoicePanel = ({ page, sent, invoice, detail }: Props) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const { container, attach, onKeyDown } = useCells(useFocusArea('panel'));
  const pictures = useShownPictures([{ id: page.id, sent }, ...invoice.pages]);
  const pictureOf: PictureOfPart = useCallback(
    (part) => {
      const { id } = (part === undefined ? null : invoice.pages[part - 1]) ?? page;
      return pictures.get(id) ?? null;
    },
    [pictures, page, invoice.pages],
  );
  const part = useShownPart(page.id, invoice);
  const isConfirmed = page.review === 'confirmed';
  const isDigital = page.reader !== null && isDigitalReader(page.reader);
  const fields = useMemo(() => viewFields(invoice, isConfirmed), [invoice, isConfirmed]);
  const { loose } = useMemo(() => {
    const shown = onPart(fields, { summary: page }, invoice, part);
    return overlayOf(shown.fields, shown.regions, language);
  }, [fields, page, invoice, part, language]);
  const [showsAll, setShowsAll] = useState(false);
  const isInvoice = isInvoiceShown(invoice.value) || !(invoice.paper || isBlankPage(page));
  const hasRow = useCallback(
    (view: FieldView) => isShown(view, invoice.value.kind, isDigital, isInvoice),
    [invoice, isDigital, isInvoice],
  );
  const hidden = useMemo(
    () => [...fields.values()].filter((view) => view.field.group !== 'lines' && !hasRow(view)).length,
    [fields, hasRow],
  );
  const rows = useMemo(
    () => rowNumbers(invoice, fields, (view) => showsAll || hasRow(view)),
    [invoice, fields, showsAll, hasRow],
  );
  // A new invoice is shown from its top; a jump to one of its fields scrolls afterwards.
  const looked = useRef(page.id);
  useLayoutEffect(() => {
    if (looked.current !== page.id) container.current?.scrollTo(0, 0);
    looked.current = page.id;
  }, [container, page.id]);
  const selected = useReview((review) => pathOfId(review.selected));
  const tabStop = selected ?? plainFields[0]?.path ?? null;

  const onCorrect = (path: string, value: string | null, was: string | null) =>
    actions.correct(page.service, page.id, path, value, was);
  const revert = (path: string) => () => void actions.revert(page.service, page.id, path);
  const keep = (path: string) => () => void actions.keep(page.service, page.id, path);
  const choice = extractionChoiceOf(invoice, selected);
  const accepted = selected === null ? undefined : fields.get(selected);
  const canAccept = accepted?.complaints.some(isOpenFinding) ?? false;
  const accept = async (): Promise<void> => {
    if (selected !== null && (await actions.accept(page.service, page.id, selected)))
      await runAction('nextFinding');
  };
  const takeOf = ({ take, other }: typeof choice): (() => void) | null => {
    if (take !== null) return revert(take);
    if (other === null || selected === null) return null;
    return () => void onCorrect(selected, other, accepted?.value ?? null);
  };
  usePlacedActions({
    accept: canAccept ? () => void accept() : null,
    keepMine: choice.keep === null ? null : keep(choice.keep),
    takeExtraction: takeOf(choice),
  });
  const shared = { tabStop, onCorrect };
  const shown = useMemo(() => ({ id: page.id, invoice }), [page.id, invoice]);
  const group = (name: FieldGroup) => {
    if (name === 'lines') {
      if (!isInvoice && !showsAll && invoice.value.lines.length === 0) return null;
      return (
        <GoodsLines
          key={name}
          fields={fields}
          lines={invoice.value.lines}
          linePages={invoice.linePages}
          firstRow={rows.lines}
          onEdit={(edit) => actions.editLines(page.service, page.id, edit)}
          conflict={invoice.linesConflict}
          onKeep={keep(linesTable)}
          onRevert={invoice.linesEdited ? revert(linesTable) : null}
          {...shared}
        />
      );
    }
    const views = [...fields.values()].filter(
      (view) => view.field.group === name && (showsAll || hasRow(view)),
    );
    if (views.length === 0) return null;
    return (
      <section key={name} className="field-group" aria-label={t(`invoice.groups.${name}`)}>
        <h3>{t(`invoice.groups.${name}`)}</h3>
        <div role="grid" aria-label={t(`invoice.groups.${name}`)}>
          {views.map((view: FieldView, index) => (
            <FieldRow key={view.field.path} view={view} row={rows[name] + index} {...shared} />
          ))}
        </div>
      </section>
    );
  };

  return (
    <div className="invoice-panel" ref={attach} onKeyDown={onKeyDown} role="presentation">
      <header className="pane-head">
        <h2>{t('invoice.panel')}</h2>
        <span className="muted cut">{page.name}</span>
        <ReviewButtons state={page.review} hasFindings={[...fields.values()].some(isWalked)} />
        <AskAgainButton page={page} />
      </header>
      <ConfirmedBy marks={detail.marks} />
      {invoice.pages.length > 0 && <JoinedNote page={page} count={invoice.pages.length} />}
      {page.part > 0 && <PartNote page={page} />}
      <JoinOffers page={page} offers={detail.joinOffers} />
      <PairingNote page={page} detail={detail} />
      <ExportedNote service={page.service} />
      <Suspense>
        <DigitalNote detail={detail} />
      </Suspense>
      <ChecksList page={page} invoice={invoice} />
      <ShownInvoice value={shown}>
        <StatedValues value={isDigital}>
          <ShownMarks value={detail.marks}>
            <CropPicture value={pictureOf}>{fieldGroups.map(group)}</CropPicture>
          </ShownMarks>
        </StatedValues>
      </ShownInvoice>
      {isInvoice && <VerificationCard page={page} invoice={invoice.value} />}
      <PageLabels page={page} />
      {hidden > 0 && (
        <p className="panel-note">
          <Button small look="quiet" aria-expanded={showsAll} onPress={() => setShowsAll(!showsAll)}>
            {showsAll ? t('invoice.hideAbsent') : t('invoice.showAbsent', { count: hidden })}
          </Button>
        </p>
      )}
      <RegionRows loose={loose} firstRow={rows.regions} />
    </div>
  );
};

/** Who confirmed the invoice in an office, and when. */
const ConfirmedBy = ({ marks }: Pick<PageDetail, 'marks'>) => {
  const { t, language } = useTexts();
  const confirmed = marks.filter(({ kind }) => kind === 'confirm');
  const names = useNames(confirmed.map(({ by }) => by));
  const words = confirmed.flatMap((mark) => markWords(mark, t, language, names) ?? []);
  return words.length > 0 && <p className="panel-note muted">{words.join(' ')}</p>;
};

/** Shows that the invoice is on several pages, and can split it. */
const JoinedNote = ({ page, count }: { readonly page: PageSummary; readonly count: number }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  return (
    <p className="panel-note joined-note" role="note">
      <Icon name="joined" />
      <span>{t('invoice.joined', { count })}</span>
      <Button small look="quiet" onPress={() => void actions.splitPages(page.service, [page.id])}>
        {t('batch.split')}
      </Button>
    </p>
  );
};

/** Shows that the page has more invoices, and can put them together again. */
const PartNote = ({ page }: { readonly page: PageSummary }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  return (
    <p className="panel-note joined-note" role="note">
      <Icon name="split" />
      <span>{t('invoice.part', { part: page.part })}</span>
      <Button small look="quiet" onPress={() => void actions.unsplitPage(page.service, page.id)}>
        {t('batch.unsplit')}
      </Button>
    </p>
  );
};

type OffersProps = { readonly page: PageSummary; readonly offers: PageDetail['joinOffers'] };

/** Offers to join the invoice with pages that have its number and totals, and other lines. */
const JoinOffers = ({ page, offers }: OffersProps) => {
  const { t } = useTexts();
  const { actions } = useTools();
  return offers.map(({ id, name }) => (
    <p key={id} className="panel-note joined-note" role="note">
      <Icon name="joined" />
      <span>{t('invoice.joinOffer', { name })}</span>
      <Button small onPress={() => void actions.joinPages(page.service, [page.id, id])}>
        {t('invoice.joinWith', { name })}
      </Button>
    </p>
  ));
};

/** The number of each group's first row, counted across all tables for the arrow keys. */
const rowNumbers = (
  { value }: InvoiceDetail,
  fields: ReadonlyMap<string, FieldView>,
  isRow: (view: FieldView) => boolean,
): Readonly<Record<FieldGroup | 'regions', number>> => {
  const shown = [...fields.values()].filter(isRow);
  const countOf = (name: FieldGroup) =>
    name === 'lines' ? value.lines.length : shown.filter(({ field }) => field.group === name).length;
  const header = 0;
  const buyer = header + countOf('header');
  const lines = buyer + countOf('buyer');
  const totals = lines + countOf('lines');
  const seller = totals + countOf('totals');
  const notes = seller + countOf('seller');
  return { header, buyer, lines, totals, seller, notes, regions: notes + countOf('notes') };
};
