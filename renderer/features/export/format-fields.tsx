import type { ServiceId } from '../../../shared/services/service.ts';
import { useApp } from '../../state/store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useSetForAll } from '../tools.ts';
import { Button } from '../../ui/button.tsx';
import { RadioList, Segments, Select, Switch } from '../../ui/choices.tsx';
import {
  formatsOf,
  hasEncoding,
  hasLayouts,
  hasPoints,
  type ExportChoices,
} from '../../state/export-form.ts';

type Props = {
  readonly service: ServiceId;
  readonly form: ExportChoices;
  readonly onChange: (form: ExportChoices) => void;
  readonly onEditLayouts: () => void;
};

export const FormatFields = ({ service, form, onChange, onEditLayouts }: Props) => {
  const { t } = useTexts();
  const host = useApp((state) => state.info?.host ?? 'browser');
  const hints = {
    xlsx: t(service === 'vat-invoice' ? 'exports.hints.xlsx' : 'exports.hints.xlsxFaces'),
    csv: t(service === 'vat-invoice' ? 'exports.hints.csv' : 'exports.hints.csvFaces'),
    'lines-csv': t('exports.hints.linesCsv'),
    json: t(service === 'vat-invoice' ? 'exports.hints.json' : 'exports.hints.jsonFaces'),
    annotated: t(host === 'desktop' ? 'exports.hints.annotatedFolder' : 'exports.hints.annotatedZip'),
  };
  return (
    <>
      <RadioList
        label={t('exports.format')}
        value={form.format}
        options={formatsOf(service).map((value) => ({
          value,
          label: t(`exports.formats.${value}`),
          hint: hints[value],
        }))}
        onChange={(format) => onChange({ ...form, format })}
      />
      {hasLayouts(service, form.format) && (
        <LayoutField form={form} onChange={onChange} onEditLayouts={onEditLayouts} />
      )}
      {hasPoints(service, form.format) && (
        <div className="field">
          <Switch isOn={form.points} onChange={(points) => onChange({ ...form, points })}>
            {t('exports.points')}
          </Switch>
          <span className="hint">{t('exports.pointsHint')}</span>
        </div>
      )}
      {hasEncoding(form.format) && (
        <div className="field">
          <span aria-hidden="true">{t('exports.encoding')}</span>
          <Segments
            label={t('exports.encoding')}
            value={form.encoding}
            options={[
              { value: 'utf8', label: 'UTF-8' },
              { value: 'gb18030', label: 'GB18030' },
            ]}
            onChange={(encoding) => onChange({ ...form, encoding })}
          />
          <span className="hint">{t('exports.encodingHint')}</span>
        </div>
      )}
    </>
  );
};

const LayoutField = ({ form, onChange, onEditLayouts }: Omit<Props, 'service'>) => {
  const { t } = useTexts();
  const isFixed = useSetForAll();
  const own = useApp((state) => state.info?.settings.exportLayouts ?? []);
  const options: readonly { readonly value: ExportChoices['layout']; readonly label: string }[] = [
    { value: 'vouch', label: t('exports.layouts.vouch') },
    { value: 'tax-bureau', label: t('exports.layouts.tax-bureau') },
    { value: 'deduction', label: t('exports.layouts.deduction') },
    ...own.map(({ name }) => ({ value: `custom:${name}` as const, label: name })),
  ];
  const isKnown = options.some(({ value }) => value === form.layout);
  return (
    <div className="layout-field">
      <Select
        label={t('exports.layout')}
        value={isKnown ? form.layout : 'vouch'}
        options={options}
        onChange={(layout) => onChange({ ...form, layout })}
      />
      <Button isDisabled={isFixed} onPress={onEditLayouts}>
        {t('exports.editLayouts')}
      </Button>
      {isFixed && <span className="hint">{t('office.setForAll')}</span>}
    </div>
  );
};
