// <ClassScreen>: the question for the whole class, as large as a shared window allows, without
// names, and without bars or right answers until they are revealed.
import type { AskedQuestion } from '../../../domain/rooms/room.ts';
import { currentQuestion, type TutorRoom } from '../../../domain/rooms/tutor-room.ts';
import type { TopicQuestion } from '../../../domain/topics/topic.ts';
import { Rendered } from '../../ui/rendered.tsx';
import { countOf, NumberScale, RightAnswer, rightKeys, RoundBars } from './asked-question.tsx';
import { fitText } from './fit-text.ts';
import { NotLive } from './step-bar.tsx';

interface ClassScreenProps {
  room: TutorRoom;
  /** Whether events arrive. */
  isLive: boolean;
}

export function ClassScreen({ room, isLive }: ClassScreenProps) {
  const current = currentQuestion(room);
  const item = room.items.find(({ id }) => id === current?.Item_ID);
  return (
    // Even the shortest transition would hide from fitText what it has just set.
    <div className="flex min-h-0 flex-1 flex-col gap-[min(1.5rem,3vh)] text-[clamp(1.25rem,min(0.7rem+2vw,4vh),3.5rem)] leading-snug motion-reduce:transition-none motion-reduce:**:transition-none">
      {current === null || item?.kind !== 'question' ? (
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
          <div className="figures flex flex-wrap justify-between gap-x-8 text-[0.75em] text-pencil">
            <h1 className="font-sans text-[1em] font-bold">
              Question {room.asked.indexOf(current) + 1}
              {current.round === 2 && ', second round'}
            </h1>
            <Count question={current} />
          </div>
          <Question key={current.id} question={current} item={item} />
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

function Count({ question: { state, answered, booked } }: { question: AskedQuestion }) {
  if (answered === 0)
    return <p>{state === 'asked' ? 'Nobody has answered yet' : 'Nobody answered'}</p>;
  return (
    <p>
      {state === 'closed' && 'Closed: '}
      <b className="text-ink">{answered}</b> of {booked} answered
    </p>
  );
}

const fitQuestion = fitText(0.11);
const fitAnswer = fitText(0.06);
const fittedClass = 'min-h-0 data-long:flex-none';

interface QuestionProps {
  question: AskedQuestion;
  item: TopicQuestion;
}

function Question({ question, item }: QuestionProps) {
  const { kind, text_html, explanation_html } = item.question;
  const isRevealed = question.state === 'revealed';
  const text = <Rendered className="text-[1.15em] font-bold" html={text_html} />;
  if (kind === 'choice')
    return (
      <>
        <div ref={fitQuestion} className={`grow basis-0 ${fittedClass}`}>
          <div className="grid gap-[0.75em]">
            {text}
            <Choices question={question} item={item} />
          </div>
        </div>
        {/* The space is reserved before the reveal, and a long explanation overflows downwards, so
            that the choices never move. */}
        {explanation_html !== '' && (
          <div key={String(isRevealed)} ref={fitAnswer} className="min-h-0 shrink-0 basis-[18dvh]">
            {isRevealed && <RightAnswer item={item} />}
          </div>
        )}
      </>
    );
  return (
    <>
      <div ref={fitQuestion} className={`grow-2 basis-0 ${fittedClass}`}>
        <div>{text}</div>
      </div>
      {isRevealed && (
        <div ref={fitAnswer} className={`grow-3 basis-0 ${fittedClass}`}>
          <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_fit-content(60%)]">
            {/* Empty when nobody has answered: the right answer then has all the width. */}
            <div className="grid grid-cols-1 content-start gap-6 empty:hidden">
              <NumberScale question={question} item={item} />
              <RoundBars question={question} item={item} />
            </div>
            <RightAnswer item={item} />
          </div>
        </div>
      )}
    </>
  );
}

/** <Choices>: boxes that stay as they are at the reveal, when the answers come into them. */
function Choices({ question, item }: QuestionProps) {
  const isRevealed = question.state === 'revealed';
  const right = rightKeys(item);
  const { distribution, earlier } = question;
  const max = Math.max(...[...distribution, ...(earlier ?? [])].map(({ count }) => count), 0);
  return (
    <ul className="lettered grid gap-[0.4em]">
      {item.question.kind === 'choice' &&
        item.question.choices.map(({ id, text_html }) => {
          const isRight = isRevealed && right.has(id);
          const count = countOf(distribution, id);
          return (
            <li
              key={id}
              className={`relative overflow-hidden rounded-md border-2 pt-[0.3em] pr-[5.25em] pb-[0.6em] pl-[0.6em] ${isRight ? 'border-positive bg-positive-wash' : 'border-rule bg-sheet'}`}
            >
              <Rendered className="letter" html={text_html} />
              {isRevealed && (
                <p className="figures absolute top-0 right-[0.6em] bottom-[0.3em] flex flex-col items-end justify-center leading-none">
                  <span className="flex items-baseline gap-[0.5em]">
                    {isRight && <b className="text-[0.75em] text-positive">✓ Right</b>}
                    {max > 0 && (
                      <b>
                        {count}
                        <span className="sr-only"> {count === 1 ? 'answer' : 'answers'}</span>
                      </b>
                    )}
                  </span>
                  {earlier !== null && max > 0 && (
                    <span className="mt-[0.25em] text-[0.5em] text-pencil">
                      Round 1: {countOf(earlier, id)}
                    </span>
                  )}
                </p>
              )}
              {isRevealed && max > 0 && (
                <Bars
                  share={count / max}
                  earlier={earlier === null ? null : countOf(earlier, id) / max}
                  look={isRight ? 'fill-positive' : 'fill-ink'}
                />
              )}
            </li>
          );
        })}
    </ul>
  );
}

interface BarsProps {
  /** The count of the answer divided by the highest count, from 0 to 1. */
  share: number;
  /** Null unless there was a first round. */
  earlier: number | null;
  look: string;
}

/** At the lower edge of a box, the first round as a thin line above. */
function Bars({ share, earlier, look }: BarsProps) {
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-x-0 bottom-0 h-[0.35em] w-full"
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
    >
      {earlier !== null && <rect width={earlier * 100} height="2" className="fill-rule" />}
      <rect
        y={earlier === null ? 0 : 2}
        width={share * 100}
        height={earlier === null ? 6 : 4}
        className={look}
      />
    </svg>
  );
}
