/** A store as features see it: for reading. What writes it stays in state/. */
export type ReadStore<State> = {
  (): State;
  <Part>(selector: (state: State) => Part): Part;
  readonly getState: () => State;
  readonly subscribe: (listener: (state: State, before: State) => void) => () => void;
};
