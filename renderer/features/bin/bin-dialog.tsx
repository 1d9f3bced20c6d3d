import { useState } from 'react';
import type { RemovedPage } from '../../../shared/contract/bin-commands.ts';
import { placeInFile, type PageId, type PageSummary } from '../../../shared/contract/page.ts';
import type { Bilingual } from '../../../shared/language.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { binTexts as texts } from '../../../shared/texts/bin.ts';
import { formatAmount, formatInstant } from '../../../shared/texts/format.ts';
import { filledText } from '../../state/filled-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { rowValues } from '../row-values.ts';
import { useMay, useTools } from '../tools.ts';

/** The name of a document, with its place if it is a part of its file. */
const nameOf = (page: PageSummary): string => [page.name, placeInFile(page) ?? []].flat().join(' · ');

type RowProps = {
  readonly removed: RemovedPage;
  /** Null if the user may not do it. */
  readonly onRestore: (() => void) | null;
  readonly onPurge: (() => void) | null;
};

const Row = ({ removed: { page, at, by }, onRestore, onPurge }: RowProps) => {
  const { language } = useTexts();
  const { title, number, amount } = rowValues(page, language);
  const name = nameOf(page);
  const when = formatInstant(at, language);
  return (
    <tr>
      <th scope="row" className="cut">
        {name}
      </th>
      <td>{number ?? ''}</td>
      <td className="cut">{title ?? ''}</td>
      <td className="amount">{amount === null ? '' : formatAmount(amount)}</td>
      <td>{by === null ? when : `${when} · ${by}`}</td>
      <td className="bin-actions">
        {onRestore && (
          <IconButton
            small
            icon="back"
            label={filledText(texts.restoreOne, { name })[language]}
            onPress={onRestore}
          />
        )}
        {onPurge && (
          <IconButton
            small
            icon="remove"
            label={filledText(texts.purgeOne, { name })[language]}
            onPress={onPurge}
          />
        )}
      </td>
    </tr>
  );
};

type Props = {
  readonly service: ServiceId;
  /** Files with the bytes of these pages were just handed in; null for the whole bin. */
  readonly ids: readonly PageId[] | null;
};

/** What was removed: restores it, or deletes it for good. */
export const BinDialog = ({ service, ids }: Props) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const mayRestore = useMay('approver');
  const mayPurge = useMay('administrator');
  const [purging, setPurging] = useState<readonly PageId[] | null>(null);
  const { value: bin, reload } = useLoaded(ids ?? service, () =>
    actions.ask('pages.bin', { service, ...(ids ? { ids: [...ids] } : {}) }),
  );
  const say = (text: Bilingual, values = {}): string => filledText(text, values)[language];
  const removed = bin?.removed ?? [];
  const all = removed.map(({ page }) => page.id);

  const sure = (pages: readonly PageId[]): string => {
    const only = pages.length === 1 ? removed.find(({ page }) => page.id === pages[0]) : undefined;
    return only ? say(texts.sureOne, { name: nameOf(only.page) }) : say(texts.sure, { count: pages.length });
  };
  const restore = async (pages: readonly PageId[]): Promise<void> => {
    const isDone = (await actions.ask('pages.restore', { ids: [...pages] })) !== null;
    // Nothing is left to decide about what was handed in.
    if (isDone && ids && pages.length === removed.length) actions.closeDialog();
    else reload();
  };
  const purge = async (pages: readonly PageId[]): Promise<void> => {
    setPurging(null);
    await actions.ask('pages.purge', { ids: [...pages] });
    reload();
  };

  return (
    <Dialog wide title={say(texts.title)} onClose={actions.closeDialog}>
      {bin && (
        <p role="status">
          {ids && removed.length > 0 && say(texts.offered)}
          {ids && removed.length > 0 && !mayRestore && ` ${say(texts.askApprover)}`}
          {removed.length === 0 && say(texts.empty)}
          {!ids && removed.length > 0 && say(texts.counts, { count: bin.count })}
          {!ids && bin.count > removed.length && ` ${say(texts.newest, { shown: removed.length })}`}
        </p>
      )}
      {removed.length > 0 && (
        // The keyboard must reach a scrolling box.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="bin-rows" role="region" aria-label={say(texts.title)} tabIndex={0}>
          <table className="plain-rows">
            <thead>
              <tr>
                {(['name', 'number', 'seller', 'amount', 'at', 'actions'] as const).map((name) => (
                  <th key={name} scope="col" className={name === 'amount' ? 'amount' : ''}>
                    {say(texts.columns[name])}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {removed.map((one) => (
                <Row
                  key={one.page.id}
                  removed={one}
                  onRestore={mayRestore ? () => void restore([one.page.id]) : null}
                  onPurge={mayPurge ? () => setPurging([one.page.id]) : null}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {purging && <p role="alert">{sure(purging)}</p>}
      <div className="dialog-actions">
        {purging ? (
          <>
            <Button autoFocus onPress={() => setPurging(null)}>
              {t('app.cancel')}
            </Button>
            <Button look="danger" onPress={() => void purge(purging)}>
              {say(texts.purge)}
            </Button>
          </>
        ) : (
          <>
            {mayPurge && (
              <Button look="danger" isDisabled={all.length === 0} onPress={() => setPurging(all)}>
                {say(texts.purgeAll)}
              </Button>
            )}
            {mayRestore && (
              <Button
                // A new button, so that it takes the focus when it is enabled.
                key={all.length === 0 ? 'asking' : 'known'}
                look={ids ? 'primary' : 'plain'}
                autoFocus={ids !== null && all.length > 0}
                isDisabled={all.length === 0}
                onPress={() => void restore(all)}
              >
                {say(texts.restoreAll)}
              </Button>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
};
