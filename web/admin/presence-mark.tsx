// <PresenceMark>: a disc for a student who is in, a ring for one who is not, and the words for it.
import { ukTime } from '../../domain/time.ts';

/** 'Joined 09:02', 'Not joined': whether and when somebody used the booking's join link. */
export const joinedWords = (joinedAt: string | null): string =>
  joinedAt === null ? 'Not joined' : `Joined ${ukTime(Date.parse(joinedAt))}`;

export function PresenceMark({ isIn, className = '' }: { isIn: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={`size-4 shrink-0 ${className}`}>
      <circle
        cx="8"
        cy="8"
        r="6"
        fill={isIn ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="2"
      />
    </svg>
  );
}
