// <ClassScreen>: the question for the whole class, large, without names, and without bars or right
// answers until they are revealed.
import type { TutorRoom } from '../../../domain/tutor-room.ts';
import { Rendered } from '../../ui/rendered.tsx';
import { Bars } from './bars.tsx';

export function ClassScreen({ room }: { readonly room: TutorRoom }) {
  const asked = room.asked.find(({ state }) => state === 'asked') ?? room.asked.at(-1);
  const item = room.items.find(({ id }) => id === asked?.Item_ID);
  if (asked === undefined || item?.kind !== 'question')
    return <p className="text-2xl">The next question appears here.</p>;
  const { question } = item;
  return (
    <div className="grid gap-6 text-2xl">
      <Rendered html={question.text_html} />
      {question.kind === 'choice' && asked.state !== 'revealed' && (
        <ul className="grid gap-3">
          {question.choices.map(({ id, text_html }) => (
            <li key={id}>
              <Rendered html={text_html} />
            </li>
          ))}
        </ul>
      )}
      <output>
        {asked.answered} of {asked.here} answered
      </output>
      {asked.state === 'revealed' && (
        <>
          <Bars asked={asked} />
          <Rendered html={question.explanation_html} />
        </>
      )}
    </div>
  );
}
