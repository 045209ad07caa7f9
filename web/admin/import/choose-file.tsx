// <ChooseFile>: drop the file here, or choose it.
import { useState, type DragEvent } from 'react';

import { IMPORT } from '../../../domain/imports/import.ts';
import { FileButton } from '../../ui/forms/file-button.tsx';

interface ChooseFileProps {
  readonly onFile: (file: File) => void;
}

export function ChooseFile({ onFile }: ChooseFileProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) onFile(file);
  };
  return (
    // Dropping is a shortcut; the button within does the same.
    <div
      className={`grid justify-items-center gap-3 rounded-md border-2 border-dashed px-5 py-10 text-center ${isOver ? 'border-signal bg-wash' : 'border-rule'}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileButton variant="primary" accept=".csv,.tsv,.txt,text/csv" onFile={onFile}>
        Choose a CSV file
      </FileButton>
      <p className="max-w-prose text-pencil">
        or drop it here. Up to {IMPORT.rows.toLocaleString('en-GB')} rows and{' '}
        {IMPORT.bytes / 1024 / 1024} MB.
      </p>
    </div>
  );
}
