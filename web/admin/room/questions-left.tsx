// <QuestionsLeft>: the questions that were not asked yet. Any of them can be asked, in any order.
// While one is open, none can, and they are folded.
import { paths } from '../../../domain/paths.ts';
import {
  nextQuestion,
  questionsLeft,
  refuseAsking,
  type TutorRoom,
} from '../../../domain/rooms/tutor-room.ts';
import type { TopicQuestion } from '../../../domain/topics/topic.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { EmptyState } from '../../ui/loaded.tsx';
import { QuestionText } from './asked-question.tsx';

interface QuestionsLeftProps {
  room: TutorRoom;
  /** Stands above the list. */
  nextUp: TopicQuestion | null;
  busy: boolean;
  onAsk: (itemId: string) => void;
}

export function QuestionsLeft({ room, nextUp, busy, onAsk }: QuestionsLeftProps) {
  const left = questionsLeft(room).filter(({ id }) => id !== nextUp?.id);
  const next = nextQuestion(room);
  const reason = refuseAsking(room);
  if (left.length === 0) return nextUp === null ? <NoneLeft room={room} /> : null;
  return (
    <details open={reason === null || room.lesson.state !== 'live'} className="-mt-2 print:hidden">
      <summary className="min-h-11 cursor-pointer content-center">
        <h2 className="inline text-heading">
          {nextUp === null ? 'Questions to ask' : 'Other questions'}
        </h2>
      </summary>
      {reason !== null && <p className="mb-3 text-pencil">{reason}</p>}
      <ul className="grid grid-cols-1">
        {left.map((item) => (
          <li
            key={item.id}
            className="grid grid-cols-1 items-start gap-x-6 gap-y-2 border-t border-line py-3 sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <div className="grid grid-cols-1 gap-1.5">
              <QuestionText item={item} />
              <p className="flex flex-wrap gap-2">
                <Badge>{item.use === 'live' ? 'For the lesson' : 'Before the lesson'}</Badge>
                {item === next && <Badge tone="signal">Next</Badge>}
              </p>
            </div>
            {reason === null && (
              <Button
                variant="secondary"
                busy={busy}
                className="justify-self-start"
                onClick={() => onAsk(item.id)}
              >
                {nextUp === null ? 'Ask this' : 'Ask this instead'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function NoneLeft({ room }: Pick<QuestionsLeftProps, 'room'>) {
  if (room.asked.length > 0) return <p>Every question of the topic was asked.</p>;
  return (
    <EmptyState
      title="This topic has no questions"
      text="Add questions to the topic, and you can ask them here."
      action={<LinkButton href={paths.adminTopics}>Topics</LinkButton>}
    />
  );
}
