// What every page but the landing page shows until its script has arrived: the squared paper and a quiet line of text.
import { Spinner } from './ui/spinner.tsx';
import { SquaredPaper } from './ui/squared-paper.tsx';

export function Shell() {
  return (
    <div className="relative isolate grid min-h-dvh place-items-center">
      <SquaredPaper place="around" />
      {/* Shown only when loading takes long enough to be noticed. */}
      <output className="flex animate-[sheet-in_300ms_400ms_both] items-center gap-3 text-pencil">
        <Spinner /> Loading…
      </output>
    </div>
  );
}
