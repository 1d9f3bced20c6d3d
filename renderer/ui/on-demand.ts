import { createElement, lazy, type ComponentType } from 'react';
import { PartBoundary } from './part-boundary.tsx';

/** A component whose code is loaded on its first use. If that fails, the rest of the window stays. */
export const onDemand = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  const Part: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  return (props) => createElement(PartBoundary, null, createElement(Part, props));
};
