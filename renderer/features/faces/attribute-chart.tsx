import type { AttributeName } from '../../../shared/face/attributes.ts';
import type { AttributeCounts } from '../../../shared/face/summary.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { faceAttributeWord } from './face-words.ts';

type Props = {
  readonly name: AttributeName;
  readonly counts: AttributeCounts[AttributeName];
  /** Number of faces counted. */
  readonly all: number;
};

/** Bars with numbers: how often each value of an attribute occurs. */
export const AttributeChart = ({ name, counts, all }: Props) => {
  const { t, language } = useTexts();
  const { documented, other, notAsked } = counts;
  const bars = [
    ...documented.map((count, number) => ({
      key: String(number),
      word: faceAttributeWord(t, name, number),
      count,
    })),
    ...(other > 0 ? [{ key: 'other', word: t('face.otherValue'), count: other }] : []),
    ...(notAsked > 0 ? [{ key: 'not-asked', word: t('face.notReturned'), count: notAsked }] : []),
  ];
  return (
    <figure className="chart">
      <figcaption>{t(`face.columns.${name}`)}</figcaption>
      <dl>
        {bars.map(({ key, word, count }) => (
          <div key={key} className="bar-row">
            <dt className="cut" title={word}>
              {word}
            </dt>
            <dd>
              <span className="bar" style={{ inlineSize: `${all === 0 ? 0 : (count / all) * 100}%` }} />
              <span className="bar-count">{formatCount(count, language)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
};
