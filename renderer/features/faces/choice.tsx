type Props = {
  readonly label: string;
  readonly value: string;
  /** Value and text of each option. */
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
};

/** One choice from a list, with a label above. */
export const FaceChoice = ({ label, value, options, onChange }: Props) => (
  <label className="field">
    <span>{label}</span>
    <select className="input" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  </label>
);
