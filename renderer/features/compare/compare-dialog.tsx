import { useState } from 'react';
import type { Side, SidesQuestion } from '../../../shared/contract/page-commands.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { usePictureUrl } from '../use-picture-url.ts';
import { fieldOf, fieldPathsOf, valueAt } from '../../../shared/invoice/fields.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import type { Language } from '../../../shared/language.ts';
import { formatDate } from '../../../shared/texts/format.ts';
import { kindNames } from '../../../shared/texts/names.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Switch } from '../../ui/choices.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useTools } from '../tools.ts';

/** The picture of a side. A press enlarges it in place. */
const SidePicture = ({ side }: { readonly side: Side }) => {
  const { t } = useTexts();
  const url = usePictureUrl(side.page, side.hasPicture ? 'sent' : null);
  const [isLarge, setLarge] = useState(false);
  if (!side.hasPicture) return <p className="muted side-none">{t('compare.noPicture')}</p>;
  return (
    <button
      type="button"
      className={isLarge ? 'side-picture large' : 'side-picture'}
      aria-pressed={isLarge}
      aria-label={t('compare.enlarge', { name: side.name })}
      onClick={() => setLarge(!isLarge)}
    >
      {url !== null && <img src={url} alt="" draggable={false} />}
    </button>
  );
};

type SideRow = {
  readonly path: FieldPath;
  readonly values: readonly (string | null)[];
  /** Whether the values of the sides differ. */
  readonly isDifferent: boolean;
};

/** The fields that have a value on any side, in the order of the side with the most lines. */
const sideRows = (sides: readonly Side[]): readonly SideRow[] => {
  const [longest] = sides.toSorted((a, b) => b.invoice.lines.length - a.invoice.lines.length);
  if (!longest) return [];
  return fieldPathsOf(longest.invoice)
    .filter((path) => fieldOf(path) !== null)
    .map((path) => ({ path, values: sides.map(({ invoice }) => valueAt(invoice, path)) }))
    .filter(({ values }) => values.some((value) => value !== null))
    .map(({ path, values }) => ({ path, values, isDifferent: new Set(values).size > 1 }));
};

type Props = { readonly service: ServiceId; readonly question: SidesQuestion };

/** Shows invoices side by side and marks their differences. The user can keep one page and set the others aside. */
export const CompareDialog = ({ service, question }: Props) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const { value: sides } = useLoaded(question, () => actions.sidesOf(question));
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const isReaders = question.of === 'readers';
  const rows = sides ? sideRows(sides) : [];
  const different = rows.filter(({ isDifferent }) => isDifferent);
  const hasSeals = sides?.some(({ seal }) => seal !== null) ?? false;
  const sealsDiffer = new Set(sides?.map(({ seal }) => seal?.text.en ?? null)).size > 1;
  const keep = async (kept: Side): Promise<void> => {
    const others = (sides ?? []).filter(({ page }) => page !== kept.page).map(({ page }) => page);
    actions.closeDialog();
    await actions.asidePages(service, others);
  };

  return (
    <Dialog wide title={t(isReaders ? 'compare.files' : 'compare.title')} onClose={actions.closeDialog}>
      <div className="compare">
        {!sides && <p className="muted">{t('stateText.loading')}</p>}
        {sides && sides.length < 2 && <p className="muted">{t('compare.nothing')}</p>}
        {sides && sides.length >= 2 && (
          <>
            <div className="compare-bar">
              <p role="status" className={different.length > 0 || sealsDiffer ? 'tone-warn' : 'tone-ok'}>
                {different.length > 0
                  ? t('compare.differences', { count: different.length })
                  : t('compare.same')}
                {sealsDiffer && ` ${t('compare.sealsDiffer')}`}
              </p>
              <Switch isOn={onlyDifferent} onChange={setOnlyDifferent}>
                {t('compare.onlyDifferent')}
              </Switch>
            </div>
            <div className="compare-frame">
              <table className="compare-table">
                <thead>
                  <tr>
                    <th scope="col">{t('compare.field')}</th>
                    {sides.map((side) => (
                      <th key={`${side.page} ${side.reader}`} scope="col">
                        <span className="side-name">{nameOf(side)}</span>
                        <span className="muted">{t(`compare.readers.${side.reader}`)}</span>
                        {side.review === 'aside' && (
                          <span className="muted">{t('documents.review.aside')}</span>
                        )}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  <tr className="side-pictures">
                    <th scope="row">{t('compare.picture')}</th>
                    {sides.map((side) => (
                      <td key={`${side.page} ${side.reader}`}>
                        <SidePicture side={side} />
                      </td>
                    ))}
                  </tr>
                  {hasSeals && (sealsDiffer || !onlyDifferent) && (
                    <SealRow sides={sides} isDifferent={sealsDiffer} />
                  )}
                  {(onlyDifferent ? different : rows).map((row) => (
                    <FieldRow key={row.path} row={row} sides={sides} />
                  ))}
                </tbody>
                {!isReaders && (
                  <tfoot>
                    <tr>
                      <th scope="row">{t('compare.decide')}</th>
                      {sides.map((side) => (
                        <td key={side.page}>
                          <Button
                            look={side.seal?.state === 'changed' ? 'plain' : 'primary'}
                            small
                            icon="check"
                            onPress={() => void keep(side)}
                          >
                            {t('compare.keep')}
                          </Button>
                        </td>
                      ))}
                    </tr>
                  </tfoot>
                )}
              </table>
            </div>
            {!isReaders && <p className="muted">{t('compare.keepHint')}</p>}
          </>
        )}
      </div>
    </Dialog>
  );
};

const nameOf = ({ name, number }: Side): string => (number === 1 ? name : `${name} (${number})`);

/** Shows a kind by its name and a date in the format of the language. */
const shownValue = (path: FieldPath, value: string | null, language: Language): string | null => {
  if (value === null) return null;
  if (path === 'kind') return kindNames[value]?.[language] ?? value;
  return path === 'issueDate' ? formatDate(value, language) : value;
};

type SealRowProps = { readonly sides: readonly Side[]; readonly isDifferent: boolean };

/** The seals of the files. Equal fields say nothing about them. */
const SealRow = ({ sides, isDifferent }: SealRowProps) => {
  const { t, language } = useTexts();
  return (
    <tr className={isDifferent ? 'different' : ''}>
      <th scope="row">
        {isDifferent && <DifferSign />}
        {t('compare.seal')}
      </th>
      {sides.map(({ page, reader, seal }) => (
        <td key={`${page} ${reader}`} className={seal?.state === 'changed' ? 'tone-error' : ''}>
          {seal?.text[language] ?? <span className="muted">{t('compare.none')}</span>}
        </td>
      ))}
    </tr>
  );
};

const DifferSign = () => {
  const { t } = useTexts();
  return (
    <span className="tone-warn sign" role="img" aria-label={t('compare.differs')}>
      <Icon name="alert" />
    </span>
  );
};

type FieldRowProps = { readonly row: SideRow; readonly sides: readonly Side[] };

const FieldRow = ({ row, sides }: FieldRowProps) => {
  const { t, language } = useTexts();
  return (
    <tr className={row.isDifferent ? 'different' : ''}>
      <th scope="row">
        {row.isDifferent && <DifferSign />}
        {fieldOf(row.path)?.label[language] ?? row.path}
      </th>
      {row.values.map((value, index) => (
        // The order of the sides is fixed. Two sides of one page differ by their reader.
        <td key={`${sides[index]?.page ?? ''} ${sides[index]?.reader ?? ''}`} className="selectable">
          {shownValue(row.path, value, language) ?? <span className="muted">{t('compare.none')}</span>}
        </td>
      ))}
    </tr>
  );
};
