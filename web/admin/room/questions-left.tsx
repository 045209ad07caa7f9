// <QuestionsLeft>: the questions that were not asked yet. Any of them can be asked, in any order.
import { paths } from '../../../domain/paths.ts';
import {
  nextQuestion,
  questionsLeft,
  refuseAsking,
  type TutorRoom,
} from '../../../domain/rooms/tutor-room.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { EmptyState } from '../../ui/loaded.tsx';
import { QuestionText } from './asked-question.tsx';

interface QuestionsLeftProps {
  readonly room: TutorRoom;
  readonly busy: boolean;
  readonly onAsk: (itemId: string) => void;
}

export function QuestionsLeft({ room, busy, onAsk }: QuestionsLeftProps) {
  const left = questionsLeft(room);
  const next = nextQuestion(room);
  const reason = refuseAsking(room);
  return (
    <section aria-labelledby="left" className="grid grid-cols-1 gap-3 print:hidden">
      <div>
        <h2 id="left" className="text-heading">
          Questions to ask
        </h2>
        {left.length > 0 && reason !== null && <p className="text-pencil">{reason}</p>}
      </div>
      {left.length === 0 && <NoneLeft room={room} />}
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
                Ask this
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
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
