import { lazy, type ComponentType } from 'react';

/** A component whose code is loaded on its first use. */
export const onDemand = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }));
