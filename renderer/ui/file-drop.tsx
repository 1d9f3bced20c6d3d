import { useEffect, useRef, useState, type RefObject } from 'react';
import { Button } from './button.tsx';

type Props = {
  /** The purpose of the file, read out with the button. */
  readonly label: string;
  readonly choose: string;
  /** Endings and types that the system's dialog offers first. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
};

/**
 * Accepts a file that is dropped on an element, and returns whether one is over it. The button does the same
 * by keyboard.
 */
const useFileDrop = (place: RefObject<HTMLElement | null>, onFile: (file: File) => void): boolean => {
  const [isOver, setIsOver] = useState(false);
  const taken = useRef(onFile);
  useEffect(() => {
    taken.current = onFile;
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const onDrop = (event: DragEvent): void => {
      setIsOver(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      // The window accepts drops that no element has accepted.
      event.preventDefault();
      taken.current(file);
    };
    place.current?.addEventListener('dragenter', () => setIsOver(true), { signal });
    place.current?.addEventListener('dragleave', () => setIsOver(false), { signal });
    place.current?.addEventListener('drop', onDrop, { signal });
    return () => stop.abort();
  }, [place]);
  return isOver;
};

/** An area for one file, which is dropped or chosen. */
export const FileDrop = ({ label, choose, accept, onFile }: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isOver = useFileDrop(place, onFile);
  return (
    <div ref={place} className={`file-drop ${isOver ? 'over' : ''}`} role="group" aria-label={label}>
      <span className="hint">{label}</span>
      <Button small onPress={() => input.current?.click()}>
        {choose}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onFile(file);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
    </div>
  );
};
