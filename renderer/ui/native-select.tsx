import { chosenFrom, type ChoiceProps } from './choice.ts';

/** The system's own drop-down list: it costs less than `Select` where there are many. */
export const NativeSelect = <Value extends string>({
  className = '',
  ...props
}: ChoiceProps<Value> & { readonly className?: string }) => (
  <select
    className={`input ${className}`}
    aria-label={props.label}
    value={props.value}
    onChange={({ currentTarget }) => chosenFrom(props)(currentTarget.value)}
  >
    {props.options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);

/** The same with its label above. */
export const NativeSelectField = <Value extends string>(props: ChoiceProps<Value>) => (
  <label className="field">
    <span>{props.label}</span>
    <NativeSelect {...props} />
  </label>
);
