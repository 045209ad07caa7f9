// <BookingBar>: on a phone, the next lesson with an open spot at the lower edge of everything below
// the form; while loading, and without scripts, the way to the form. It sticks to the end of its
// container, so that it covers neither the form nor the footer.
import { spokenHours, spokenTime } from '../../domain/business-words.ts';
import { contactAnchor, signUpForPath } from '../../domain/paths.ts';
import { formatDate, mondayOf, ukDate, ukTime } from '../../domain/time.ts';
import { useBusiness } from '../content/business-context.ts';
import { buttonClass } from '../ui/button.tsx';
import { useNextLessons } from './next-lessons-data.ts';
import { spokenSpots } from './spot-words.ts';

interface Offer {
  readonly href: string;
  readonly title: string;
  readonly text: string;
}

function useOffer(): Offer {
  const next = useNextLessons();
  const { response_hours } = useBusiness();
  const lesson = next?.lessons.find(({ availableSpots }) => availableSpots > 0);
  if (!next || !lesson)
    return {
      href: `#${contactAnchor}`,
      title: 'Your first lesson is free',
      text: `Answer in ${spokenHours(response_hours)}`,
    };
  const starts = Date.parse(lesson.starts_at);
  const date = ukDate(starts);
  return {
    href: signUpForPath(mondayOf(date), lesson.id),
    title: `${formatDate(date, 'short')}, ${spokenTime(ukTime(starts))}`,
    text: spokenSpots(lesson.availableSpots),
  };
}

export function BookingBar() {
  const { href, title, text } = useOffer();
  return (
    <div className="sticky bottom-0 z-10 border-t border-line bg-sheet pb-[env(safe-area-inset-bottom)] md:hidden print:hidden family:hidden">
      <a
        href={href}
        className="measure flex min-h-16 flex-wrap items-center justify-between gap-x-4 py-2 leading-tight"
      >
        <span className="figures min-w-0 text-note">
          <b>{title}</b>
          <span className="block text-pencil">{text}</span>
        </span>
        {/* In the same words as on the first screen, on two lines. */}
        <span className={buttonClass('primary', 'regular', 'max-w-36 px-4!')}>
          Claim your free lesson!
        </span>
      </a>
    </div>
  );
}
