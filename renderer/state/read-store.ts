/** The read-only view of a store for features. Only state/ writes to it. */
export type ReadableState<State> = {
  (): State;
  <Part>(selector: (state: State) => Part): Part;
  readonly getState: () => State;
  readonly subscribe: (listener: (state: State, before: State) => void) => () => void;
};
