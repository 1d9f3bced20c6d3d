import { useEffect, useState } from 'react';
import { usePlacedActions } from '../../state/registry.ts';
import { isReleased, localKeyOf } from '../../../shared/contract/local-keys.ts';
import type { OverlayLayer } from '../../canvas/shapes.ts';

type Layers = readonly { readonly value: OverlayLayer }[];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null;

export const layerAfter = (layers: Layers, layer: OverlayLayer): OverlayLayer => {
  const at = layers.findIndex(({ value }) => value === layer);
  return layers[(at + 1) % layers.length]?.value ?? layer;
};

/** Holding the key of `bare` hides all shapes; the menu item does so until it is chosen again. */
export const useLayerKeys = (
  layers: Layers,
  change: (next: (layer: OverlayLayer) => OverlayLayer) => void,
): boolean => {
  const [isBare, setBare] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTyping(event.target)) return;
      const pressed = localKeyOf(event, ['bare', 'nextLayer']);
      if (pressed === 'bare') setBare(true);
      if (pressed === 'nextLayer' && !event.repeat) change((layer) => layerAfter(layers, layer));
    };
    const dress = () => setBare(false);
    const onKeyUp = (event: KeyboardEvent) => {
      if (isReleased(event, 'bare')) dress();
    };
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener('keydown', onKeyDown, { signal });
    addEventListener('keyup', onKeyUp, { signal });
    // A key released in another window sends no event here.
    addEventListener('blur', dress, { signal });
    return () => stop.abort();
  }, [layers, change]);
  usePlacedActions({ bare: () => setBare((bare) => !bare) });
  return isBare;
};
