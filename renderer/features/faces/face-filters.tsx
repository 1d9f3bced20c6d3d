import { memo, useState } from 'react';
import { attributeNames, type AttributeName } from '../../../shared/face/attributes.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { NativeSelectField } from '../../ui/native-select.tsx';
import {
  everyFace,
  filterFaces,
  showEveryFace,
  useFaceView,
  type AttributeFilter,
  type FaceFilter,
} from '../../state/face-view.ts';
import { attributeOptions } from './face-words.ts';

type Counts = { readonly shown: number; readonly all: number };

/** Filters the faces in table and picture by attributes and size. */
export const FaceFilters = memo(({ shown, all }: Counts) => {
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
