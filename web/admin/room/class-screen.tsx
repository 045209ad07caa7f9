// <ClassScreen>: the question for the whole class, large enough for a shared window, without names,
// and without bars or right answers until they are revealed.
import { currentAsked, type TutorRoom } from '../../../domain/rooms/tutor-room.ts';
import { Rendered } from '../../ui/rendered.tsx';
import { RoundBars } from './bars.tsx';
import { NotLive } from './not-live.tsx';
import { RightAnswer } from './right-answer.tsx';

interface ClassScreenProps {
  readonly room: TutorRoom;
  /** Whether events arrive. */
  readonly isLive: boolean;
}

export function ClassScreen({ room, isLive }: ClassScreenProps) {
  const asked = currentAsked(room);
  const item = room.items.find(({ id }) => id === asked?.Item_ID);
  return (
    <div className="flex flex-1 flex-col gap-6 text-[clamp(1.25rem,0.7rem+2vw,2.25rem)] leading-snug">
      {asked === null || item?.kind !== 'question' ? (
        <div className="m-auto grid gap-4 text-center">
          <h1 className="text-display wrap-anywhere">
            {room.topic?.name ?? room.lesson.Lesson_Name}
          </h1>
          <p className="text-pencil">
            {room.lesson.state === 'after'
              ? 'The lesson is over.'
              : 'The next question appears here.'}
          </p>
        </div>
      ) : (
        <>
          <h1 className="font-sans text-[0.75em] font-bold text-pencil">
            Question {room.asked.indexOf(asked) + 1}
            {asked.round === 2 && ', second round'}
          </h1>
          <Rendered className="text-[1.15em] font-bold" html={item.question.text_html} />
          {item.question.kind === 'choice' && asked.state !== 'revealed' && (
            <ul className="grid gap-3">
              {item.question.choices.map(({ id, text_html }) => (
                <li key={id} className="rounded-md border border-rule bg-sheet px-5 py-3">
                  <Rendered html={text_html} />
                </li>
              ))}
            </ul>
          )}
          {asked.state === 'revealed' && (
            <div className="grid gap-x-10 gap-y-6 text-[0.85em] lg:grid-flow-col lg:auto-cols-fr">
              <RoundBars asked={asked} item={item} />
              <RightAnswer item={item} />
            </div>
          )}
          <p className="figures mt-auto flex flex-wrap justify-between gap-x-8 text-pencil">
            <span>
              <b className="text-ink">{asked.answered}</b> of {Math.max(asked.here, asked.answered)}{' '}
              answered
            </span>
            {asked.state === 'closed' && <span>Closed</span>}
          </p>
        </>
      )}
      {!isLive && (
        <div className="text-lg">
          <NotLive />
        </div>
      )}
    </div>
  );
}
