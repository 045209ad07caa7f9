// <SavingLine>: whether the server has what is typed.
import { Button } from '../../ui/button.tsx';
import type { DraftState } from './site-draft.ts';

interface SavingLineProps {
  readonly state: DraftState;
  readonly onRetry: () => void;
}

export function SavingLine({ state: { saving, faults, isStored }, onRetry }: SavingLineProps) {
  const isUnsaved = saving.kind !== 'saved' && saving.kind !== 'saving';
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3">
      <output
        className={`leading-snug ${isUnsaved ? 'font-bold text-negative' : 'text-pencil'}`}
        aria-label="Draft"
      >
        {saving.kind === 'saved' && 'Saved'}
        {saving.kind === 'saving' && 'Saving…'}
        {saving.kind === 'collided' && 'Not saved yet. Two drafts differ.'}
        {saving.kind === 'faulty' &&
          `Not saved yet. ${faults.size === 1 ? 'One field has' : `${faults.size} fields have`} to be corrected.`}
        {saving.kind === 'failed' &&
          `Not saved yet. ${saving.text} ${isStored ? 'This device keeps your words.' : 'Please keep this page open.'}`}
      </output>
      {saving.kind === 'failed' && (
        <Button variant="quiet" size="compact" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
