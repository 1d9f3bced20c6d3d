import { IconButton } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { NativeSelect } from '../../ui/choices.tsx';
import { wrongPlaces, type RuleDraft } from './rule-draft.ts';

const texts = [
  'seller',
  'buyer',
  'goods',
  'kind',
  'rate',
  'business',
  'tag',
  'account',
  'accountName',
  'counter',
  'counterName',
  'summary',
  'department',
  'project',
] as const satisfies readonly (keyof RuleDraft)[];

const narrow: ReadonlySet<string> = new Set([
  'kind',
  'rate',
  'tag',
  'account',
  'counter',
  'department',
  'project',
]);

const widthOf = (name: keyof RuleDraft): string => {
  if (name === 'accountName' || name === 'counterName') return 'wide';
  return narrow.has(name) ? 'narrow' : '';
};

type Props = {
  readonly rules: readonly RuleDraft[];
  readonly onChange: (rules: readonly RuleDraft[]) => void;
};

/** The rules in order. The first rule that matches a line applies. */
export const RuleTable = ({ rules, onChange }: Props) => {
  const { t } = useTexts();
  return (
    // The keyboard must reach a scrolling box.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="books-table rules" role="region" aria-label={t('books.vouchers.rules')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('books.vouchers.columns.side')}</th>
            {texts.map((name) => (
              <th key={name} scope="col">
                {t(`books.vouchers.columns.${name}`)}
              </th>
            ))}
            <th scope="col">{t('books.vouchers.columns.deductible')}</th>
            <th scope="col">{t('books.vouchers.order')}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule, index) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              number={index + 1}
              onChange={(changed) => onChange(rules.with(index, changed))}
              onUp={
                index === 0 ? null : () => onChange(rules.toSpliced(index, 1).toSpliced(index - 1, 0, rule))
              }
              onRemove={() => onChange(rules.toSpliced(index, 1))}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
};

type RowProps = {
  readonly rule: RuleDraft;
  readonly number: number;
  readonly onChange: (rule: RuleDraft) => void;
  readonly onUp: (() => void) | null;
  readonly onRemove: () => void;
};

const RuleRow = ({ rule, number, onChange, onUp, onRemove }: RowProps) => {
  const { t } = useTexts();
  const label = (name: keyof Omit<RuleDraft, 'id'>) =>
    t('books.vouchers.cell', { name: t(`books.vouchers.columns.${name}`), number });
  const wrong = wrongPlaces(rule);
  return (
    <tr>
      <td data-label={t('books.vouchers.columns.side')}>
        <NativeSelect
          label={label('side')}
          value={rule.side}
          options={[
            { value: '', label: t('books.vouchers.sides.any') },
            { value: 'purchase', label: t('books.vouchers.sides.purchase') },
            { value: 'sale', label: t('books.vouchers.sides.sale') },
          ]}
          onChange={(side) => onChange({ ...rule, side })}
        />
      </td>
      {texts.map((name) => (
        <td key={name} data-label={t(`books.vouchers.columns.${name}`)}>
          <input
            className={`input ${widthOf(name)}`}
            aria-label={label(name)}
            aria-invalid={wrong.has(name)}
            value={rule[name]}
            maxLength={200}
            spellCheck={false}
            autoComplete="off"
            onChange={({ currentTarget }) => onChange({ ...rule, [name]: currentTarget.value })}
          />
        </td>
      ))}
      <td data-label={t('books.vouchers.columns.deductible')}>
        <NativeSelect
          label={label('deductible')}
          value={rule.deductible}
          options={[
            { value: '', label: t('books.vouchers.deductible.byKind') },
            { value: 'yes', label: t('books.vouchers.deductible.yes') },
            { value: 'no', label: t('books.vouchers.deductible.no') },
          ]}
          onChange={(deductible) => onChange({ ...rule, deductible })}
        />
      </td>
      <td className="rule-buttons" data-label={t('books.vouchers.order')}>
        <IconButton
          small
          icon="up"
          label={t('books.vouchers.up', { number })}
          isDisabled={onUp === null}
          onPress={() => onUp?.()}
        />
        <IconButton small icon="remove" label={t('books.vouchers.remove', { number })} onPress={onRemove} />
      </td>
    </tr>
  );
};
