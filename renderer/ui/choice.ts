/** The props of a control with one choice from a few options. */
export type ChoiceProps<Value extends string, Extra = object> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly ({ readonly value: Value; readonly label: string } & Extra)[];
  readonly onChange: (value: Value) => void;
};

/** Reports the option that a control names by its value. */
export const chosenFrom =
  <Value extends string>({ options, onChange }: Pick<ChoiceProps<Value>, 'options' | 'onChange'>) =>
  (chosen: unknown): void => {
    const option = options.find(({ value }) => value === chosen);
    if (option) onChange(option.value);
  };
