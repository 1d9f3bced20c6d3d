import { memo, useState, useMemo, useId, useDeferredValue, useEffect } from 'react';
import { attributeNames, type AttributeName } from '../../../shared/face/attributes.ts';
import { formatCount, formatScore } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { NumberInput } from '../../ui/text-input.tsx';
import { NativeSelectField, Switch } from '../../ui/choices.tsx';
import {
  everyFace,
  filterFaces,
  showEveryFace,
  useFaceView,
  type AttributeFilter,
  type FaceFilter,
  endSlide,
  slideThreshold,
  forgetPicked,
} from '../../state/face-view.ts';
import { attributeOptions } from './face-words.ts';
import { useSetForAll, useTools } from '../tools.ts';
import { useApp } from '../../state/store.ts';
import { stalePhotos, useRows } from './use-faces.ts';
import { useThreshold } from '../../state/panel-view.ts';
import type { FacePack } from '../../../shared/face/pack.ts';
import type { PageSummary, Sent } from '../../../shared/contract/page.ts';
import { useFocusArea, useFocusTarget } from '../../state/focus.ts';
import { ExportedNote } from '../export/exported-note.tsx';
import { FaceToolbar } from './face-toolbar.tsx';
import { FaceTable } from './face-table.tsx';
import { useShownPicture } from '../picture/use-shown-picture.ts';

type Counts = { readonly shown: number; readonly all: number };

/** Filters the faces in table and picture by attributes and size. */
const FaceFilters = memo(({ shown, all }: Counts) => {
  const { t, language } = useTexts();
  const filter = useFaceView((view) => view.filter);
  const [isOpen, setOpen] = useState(filter !== everyFace);
  return (
    <section className="face-filters" aria-label={t('face.filters')}>
      <div className="face-switches">
        <Button
          small
          look="quiet"
          icon="chevron"
          aria-expanded={isOpen}
          onPress={() => setOpen((before) => !before)}
        >
          {t('face.filters')}
        </Button>
        <span className="muted" aria-live="polite">
          {shown < all &&
            t('face.shown', { shown: formatCount(shown, language), all: formatCount(all, language) })}
        </span>
        {filter !== everyFace && (
          <Button small look="quiet" onPress={showEveryFace}>
            {t('face.clearFilters')}
          </Button>
        )}
      </div>
      {isOpen && <FilterFields filter={filter} />}
    </section>
  );
});

const parseFilter = (value: string): AttributeFilter | undefined => {
  if (value === '') return undefined;
  return value === 'other' || value === 'not-asked' ? value : Number(value);
};

const FilterFields = ({ filter }: { readonly filter: FaceFilter }) => {
  const { t } = useTexts();
  const setAttribute = (name: AttributeName, value: string) => {
    const { [name]: _, ...others } = filter.attributes;
    const wanted = parseFilter(value);
    filterFaces({ attributes: wanted === undefined ? others : { ...others, [name]: wanted } });
  };
  return (
    <div className="face-fields">
      {attributeNames.map((name) => (
        <NativeSelectField
          key={name}
          label={t(`face.columns.${name}`)}
          value={String(filter.attributes[name] ?? '')}
          options={[
            { value: '', label: t('face.any') },
            ...attributeOptions(t, name),
            { value: 'other', label: t('face.otherValue') },
            { value: 'not-asked', label: t('face.notReturned') },
          ]}
          onChange={(value) => setAttribute(name, value)}
        />
      ))}
      <NativeSelectField
        label={t('face.only')}
        value={filter.only}
        options={[
          { value: 'all', label: t('face.onlyAll') },
          { value: 'marked', label: t('face.onlyMarked') },
          { value: 'excluded', label: t('face.onlyExcluded') },
        ]}
        onChange={(only) => filterFaces({ only })}
      />
      <div className="field">
        <span>{t('face.atLeast')}</span>
        <NumberInput
          label={t('face.atLeast')}
          value={filter.atLeast}
          least={0}
          most={9999}
          step={10}
          onChange={(atLeast) => filterFaces({ atLeast })}
        />
      </div>
    </div>
  );
};

/** Options for data in addition to the boxes. A change offers to recognize earlier photos again. */
const FaceOptions = memo(() => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const isFixed = useSetForAll();
  const settings = useApp((state) => state.info?.settings);
  const list = useApp((state) => state.lists['face-detect']);
  const current = useApp((state) => state.current['face-detect']);
  const stale = useMemo(() => (settings ? stalePhotos(list, settings) : []), [list, settings]);
  if (!settings) return null;
  return (
    <section className="face-options" aria-label={t('face.options')}>
      <div className="face-switches">
        <span className="muted">{t('face.options')}</span>
        <Switch
          isOn={settings.facePoints}
          isDisabled={isFixed}
          onChange={(facePoints) => void actions.changeSettings({ facePoints })}
        >
          {t('face.optionPoints')}
        </Switch>
        <Switch
          isOn={settings.faceAttributes}
          isDisabled={isFixed}
          onChange={(faceAttributes) => void actions.changeSettings({ faceAttributes })}
        >
          {t('face.optionAttributes')}
        </Switch>
      </div>
      {stale.length > 0 && (
        <div className="face-switches" role="status">
          <span>{t('face.stale', { count: stale.length, photos: formatCount(stale.length, language) })}</span>
          <Button
            small
            icon="again"
            onPress={() => actions.openDialog({ kind: 'recognize-again', ids: stale })}
          >
            {t('face.againAll', { count: stale.length, calls: formatCount(stale.length, language) })}
          </Button>
        </div>
      )}
      <div className="face-switches">
        <p className="hint">{t(isFixed ? 'office.setForAll' : 'face.optionsHint')}</p>
        {current !== null && (
          <Button
            small
            icon="again"
            onPress={() => actions.openDialog({ kind: 'recognize-again', ids: [current] })}
          >
            {t('documents.recognizeAgain')}
          </Button>
        )}
      </div>
    </section>
  );
});

/** Hides low-score faces in picture, table and exports, and shows how many. */
const FaceThreshold = ({ hidden }: { readonly hidden: number }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  // It decides what exports contain.
  const isFixed = useSetForAll();
  const id = useId();
  const threshold = useThreshold();
  const keep = async () => {
    const { sliding } = useFaceView.getState();
    if (sliding === null) return;
    await actions.changeSettings({ faceThreshold: sliding });
    endSlide(sliding);
  };
  return (
    <div className="face-threshold">
      <label htmlFor={id}>{t('face.threshold')}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={1}
        disabled={isFixed}
        {...(isFixed && { title: t('office.setForAll'), 'aria-description': t('office.setForAll') })}
        value={Math.round(threshold * 100)}
        aria-valuetext={formatScore(threshold)}
        onChange={({ currentTarget }) => slideThreshold(Number(currentTarget.value) / 100)}
        onPointerUp={() => void keep()}
        onKeyUp={() => void keep()}
        onBlur={() => void keep()}
      />
      <output htmlFor={id}>{formatScore(threshold)}</output>
      <span className="muted face-hidden" aria-live="polite">
        {hidden > 0
          ? t('face.hidden', { count: hidden, number: formatCount(hidden, language) })
          : t('face.noneHidden')}
      </span>
    </div>
  );
};

type Props = { readonly page: PageSummary; readonly sent: Sent | null; readonly pack: FacePack };

/** Faces of the service without a box or a score. */
const incompleteIn = ({ index, scores, boxes, notes }: FacePack): number =>
  index.filter(
    (ordinal, at) =>
      (Number.isNaN(scores[at] ?? NaN) || Number.isNaN(boxes[4 * at] ?? NaN)) &&
      notes.get(ordinal)?.byHand !== true,
  ).length;

/** The faces of a photo as a table, with the notes needed to understand it. */
export const FacePanel = ({ page, sent, pack }: Props) => {
  const { t, language } = useTexts();
  const { rows, hidden } = useRows(pack);
  const picture = useShownPicture(page.id, sent);
  const areaRef = useFocusArea('panel');
  const noneRef = useFocusTarget('panel');
  useEffect(() => forgetPicked, []);
  // The table renders after the picture: both at once would block the window.
  const hasTable = useDeferredValue(true, false);
  const { declaredCount, returnedCount } = pack;
  const isAtOdds = declaredCount !== null && declaredCount !== returnedCount;
  const incomplete = incompleteIn(pack);
  return (
    <div className="face-panel" ref={areaRef}>
      <header className="pane-head">
        <h2>
          {rows.length < pack.count
            ? t('face.someOf', {
                shown: formatCount(rows.length, language),
                count: pack.count,
                all: formatCount(pack.count, language),
              })
            : t('documents.faces', { count: pack.count, number: formatCount(pack.count, language) })}
        </h2>
        <span className="muted cut">{page.name}</span>
      </header>
      <ExportedNote service={page.service} />
      <p className="panel-note muted">{t('face.estimates')}</p>
      {isAtOdds && (
        <p className="panel-note tone-warn">
          {t('face.declared', {
            declared: formatCount(declaredCount, language),
            returned: formatCount(returnedCount, language),
          })}
        </p>
      )}
      {incomplete > 0 && (
        <p className="panel-note tone-warn">{t('face.incomplete', { count: incomplete })}</p>
      )}
      <FaceThreshold hidden={hidden} />
      {pack.count > 0 ? (
        <>
          <FaceFilters shown={rows.length} all={pack.count - hidden} />
          {hasTable && <FaceTable pack={pack} rows={rows} picture={picture} />}
        </>
      ) : (
        <p ref={noneRef} className="panel-note face-none" tabIndex={-1}>
          {t('face.none')}
        </p>
      )}
      <FaceToolbar page={page} sent={sent} pack={pack} rows={rows} />
      <FaceOptions />
    </div>
  );
};
