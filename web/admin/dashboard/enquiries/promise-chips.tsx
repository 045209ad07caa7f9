// <PromiseChips>: the numbers of late and nearly due enquiries, each a filter of the list, and how
// well the promise is met.
import {
  RESPONSE_SHARE_DAYS,
  RESPONSE_WARNING_HOURS,
} from '../../../../domain/enquiries/enquiry-list.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { EnquiryFilter, PromiseFigures } from './enquiry-words.ts';

type Chip = Extract<EnquiryFilter, 'late' | 'soon'>;

interface PromiseChipsProps extends PromiseFigures {
  readonly filter: EnquiryFilter;
  /** Receives the pressed chip; null when it is released. */
  readonly onChoose: (chip: Chip | null) => void;
}

const chips = [
  { chip: 'late', words: 'late', tone: 'border-negative bg-negative-wash text-negative' },
  {
    chip: 'soon',
    words: `due within ${RESPONSE_WARNING_HOURS} hours`,
    tone: 'border-caution bg-caution-wash text-caution',
  },
] as const;

export function PromiseChips({ filter, onChoose, share, ...counts }: PromiseChipsProps) {
  // A pressed chip stays, so that it can be released after its last enquiry has been answered.
  const shown = chips.filter(({ chip }) => counts[chip] > 0 || filter === chip);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex flex-wrap gap-2">
        {shown.length === 0 && <Badge tone="positive">Nothing urgent</Badge>}
        {shown.map(({ chip, words, tone }) => (
          <button
            key={chip}
            type="button"
            aria-pressed={filter === chip}
            className={`figures min-h-11 cursor-pointer rounded-sm border px-3 text-note leading-tight font-bold hover:underline aria-pressed:shadow-[inset_0_0_0_2px_currentColor] ${tone}`}
            onClick={() => onChoose(filter === chip ? null : chip)}
          >
            {counts[chip]} {words}
          </button>
        ))}
      </p>
      <p className="text-sm leading-snug text-pencil xl:max-w-56">
        Answered in time in the last {RESPONSE_SHARE_DAYS} days:{' '}
        {share === null ? (
          'nothing to answer yet'
        ) : (
          <b className="figures text-ink">
            {share.percent}% ({share.inTime} of the {share.total} due)
          </b>
        )}
      </p>
    </div>
  );
}
