import { useEffect, useState } from 'react';
import { usePlacedActions } from '../../state/registry.ts';
import { isComposing } from '../../ui/keys.ts';
import type { OverlayLayer } from '../../canvas/shapes.ts';

type Layers = readonly { readonly value: OverlayLayer }[];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null;

export const layerAfter = (layers: Layers, layer: OverlayLayer): OverlayLayer => {
  const at = layers.findIndex(({ value }) => value === layer);
  return layers[(at + 1) % layers.length]?.value ?? layer;
};

/** L selects the next layer. Holding B hides all shapes; the menu item does so until it is chosen again. */
export const useLayerKeys = (
  layers: Layers,
  change: (next: (layer: OverlayLayer) => OverlayLayer) => void,
): boolean => {
  const [isBare, setBare] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      const key = event.key.toLowerCase();
      if (key === 'b') setBare(true);
      if (key === 'l' && !event.repeat) change((layer) => layerAfter(layers, layer));
    };
    const dress = () => setBare(false);
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'b') dress();
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
