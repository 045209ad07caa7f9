// <ImportResultCard>: what an import has done, and the way to undo it.
import type { ImportResult } from '../../../domain/imports/import.ts';
import { paths } from '../../../domain/paths.ts';
import { formatDate, ukDate, ukTime } from '../../../domain/time.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { useUndoImport, familyCount, rangesOf, rowCount, totalsInWords } from './data.ts';

interface ImportResultCardProps {
  result: ImportResult;
  /** Whether it has just ended; its title is then read out. */
  isNew: boolean;
  /** Starts over with another file. */
  onAgain: () => void;
}

/** The button that had the focus is gone. */
export const focusOn = (heading: HTMLElement | null): void => heading?.focus();

const UNDO = {
  title: 'Undo the import?',
  text: 'The families that nobody has used yet are removed with their credits, and links that were sent to them stop working. Families who have chosen a password, were booked or got other credits stay.',
  action: 'Undo the import',
} as const;

export function ImportResultCard({ result, isNew, onAgain }: ImportResultCardProps) {
  const undo = useUndoImport();
  const { id, skipped, undo_until, families } = result;
  const until = Date.parse(undo_until);
  const [question, ask] = useConfirm();
  const askAndUndo = async () => {
    if (await ask(UNDO)) await undo.mutateAsync(id).catch(() => {});
  };
  return (
    <Card className="grid gap-5 p-5 sm:p-7" aria-live="polite">
      <h2
        ref={isNew ? focusOn : undefined}
        tabIndex={-1}
        className="font-display text-heading font-semibold"
      >
        {undo.data === undefined ? 'They are in' : 'The import is undone'}
      </h2>
      {undo.data === undefined ? (
        <p>Imported: {totalsInWords(result)}.</p>
      ) : (
        <p>
          {familyCount(undo.data.removed)} removed
          {undo.data.kept > 0 && `, ${familyCount(undo.data.kept)} kept, because they are in use`}.
        </p>
      )}
      {skipped.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-bold">
            {rowCount(skipped.length)} skipped
          </summary>
          <p className="figures max-w-prose">
            Rows of the file: {rangesOf(skipped)}. They had problems, or their family has an account
            already.
          </p>
        </details>
      )}
      <div className="flex flex-wrap gap-3">
        <LinkButton href={paths.adminFamilies}>See the students</LinkButton>
        <Button variant="secondary" onClick={onAgain}>
          Import another file
        </Button>
      </div>
      {undo.data === undefined && families > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
          <Button
            variant="secondary"
            busy={undo.isPending}
            busyLabel="Undoing..."
            onClick={() => void askAndUndo()}
          >
            Undo
          </Button>
          <span className="figures text-pencil">
            until {formatDate(ukDate(until), 'long')}, {ukTime(until).slice(0, 5)}
          </span>
        </div>
      )}
      {question}
    </Card>
  );
}
