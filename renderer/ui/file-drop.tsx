import { useRef, useState, type DragEvent } from 'react';
import { Button } from './button.tsx';

type Props = {
  /** What the file is for; read out with the button. */
  readonly label: string;
  readonly choose: string;
  /** Endings and types that the system's dialog offers first. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
};

/** A place of its own for one file: dropped on it, or chosen. The window takes in what is dropped anywhere else. */
export const FileDrop = ({ label, choose, accept, onFile }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const onDrop = (event: DragEvent): void => {
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (!file) return;
    event.preventDefault();
    onFile(file);
  };
  return (
    <div
      className={`file-drop ${isOver ? 'over' : ''}`}
      role="group"
      aria-label={label}
      onDragEnter={() => setIsOver(true)}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
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
