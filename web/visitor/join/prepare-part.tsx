// <PreparePart>: the way to preparing for a lesson, and for its family what there is to do and how
// long it takes.
import { useQuery } from '@tanstack/react-query';

import { roomPath } from '../../../domain/paths.ts';
import type { Room } from '../../../domain/rooms/family-room.ts';
import { describePreparation } from '../../../domain/rooms/preparation.ts';
import { roomQuery } from '../../data/room.ts';
import { useSession } from '../../transport/session.ts';
import { LinkButton } from '../../ui/link-button.tsx';

export function PreparePart({ lessonId }: { readonly lessonId: string }) {
  const isFamily = useSession('family') !== null;
  const { data } = useQuery({
    ...roomQuery({ lessonId, studentId: null }),
    enabled: isFamily,
    // The way there is enough.
    meta: { isSilent: true },
  });
  if (data === 'gone' || data === 'not booked') return null;
  const work = typeof data === 'object' ? describe(data) : null;
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <div>
        <h2 className="text-heading">To prepare</h2>
        <p className="figures">
          {work ?? 'Videos and questions of the lesson, as soon as it has them.'}
        </p>
      </div>
      <LinkButton href={roomPath(lessonId)}>Prepare for the lesson</LinkButton>
    </div>
  );
}

/** '1 video (6 minutes) and 3 questions, 2 of 4 done.'; null when there is nothing to prepare. */
function describe({ items }: Room): string | null {
  const words = describePreparation(items);
  const own = items.filter(
    (item) => item.kind === 'video' || (item.kind === 'question' && item.use === 'before'),
  );
  const done = own.filter((item) => item.done).length;
  return words === null ? null : `${words}: ${done} of ${own.length} done.`;
}
