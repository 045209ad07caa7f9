// <LessonWays>: the ways into a lesson that runs, its meeting and its room, in one look on every
// page.
import type { ReactNode } from 'react';

import { tutorRoomPath } from '../../domain/paths.ts';
import { LinkButton } from '../ui/link-button.tsx';

/** One row from 320 px on, unless the text is large. */
export const waysClass =
  'flex flex-wrap gap-2 max-md:*:flex-1 max-md:*:px-2.5! max-md:*:text-note max-[22rem]:*:px-1.5! min-[20rem]:*:whitespace-nowrap';

interface LessonWaysProps {
  lesson: { id: string; name: string; link: string };
  hasRoom: boolean;
  /** Only one button of a page stands out. */
  isFirst?: boolean;
  /** What else can be done. */
  children?: ReactNode;
}

export function LessonWays({ lesson, hasRoom, isFirst = true, children }: LessonWaysProps) {
  const { id, name, link } = lesson;
  return (
    <div className={waysClass}>
      {link !== '' && (
        <LinkButton
          variant={isFirst ? 'primary' : 'secondary'}
          href={link}
          target="_blank"
          rel="noreferrer"
        >
          Join the meeting<span className="sr-only"> of {name}, in a new tab</span>
        </LinkButton>
      )}
      {hasRoom && (
        <LinkButton variant="secondary" href={tutorRoomPath(id)}>
          Lesson room<span className="sr-only"> of {name}</span>
        </LinkButton>
      )}
      {children}
    </div>
  );
}
