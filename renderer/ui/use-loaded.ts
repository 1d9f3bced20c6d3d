import { useEffect, useEffectEvent, useState } from 'react';

/**
 * A value that is loaded, and loaded again when the key changes or on request. Drops a response that arrives after that.
 * @param key identifies what to load; null for nothing
 * @param load resolves with null if it failed: the earlier value stays
 * @param pauseMs how long the key must stay the same before loading, in milliseconds
 * @returns the last loaded value, null until the first one, and whether it belongs to the current key and request
 */
export const useLoaded = <Value>(key: unknown, load: () => Promise<Value | null>, pauseMs = 0) => {
  const [request, setRequest] = useState(0);
  const [loaded, setLoaded] = useState<{
    readonly key: unknown;
    readonly request: number;
    readonly value: Value;
  } | null>(null);
  const ask = useEffectEvent(load);
  useEffect(() => {
    if (key === null) return undefined;
    let isWanted = true;
    const look = async (): Promise<void> => {
      const value = await ask();
      if (isWanted && value !== null) setLoaded({ key, request, value });
    };
    const timer = pauseMs > 0 ? setTimeout(() => void look(), pauseMs) : void look();
    return () => {
      isWanted = false;
      clearTimeout(timer ?? undefined);
    };
  }, [key, request, pauseMs]);
  return {
    value: loaded?.value ?? null,
    isCurrent: loaded?.key === key && loaded?.request === request,
    reload: () => setRequest((before) => before + 1),
  };
};
