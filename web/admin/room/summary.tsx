// <Summary>: after the lesson, which questions were missed, which misconceptions were chosen, and
// whom to help. Printable.
import type { TutorRoom } from '../../../domain/tutor-room.ts';
import { Rendered } from '../../ui/rendered.tsx';

export function Summary({ room: { items, students, missed, help } }: { readonly room: TutorRoom }) {
  const nameOf = (id: string) => students.find((one) => one.Student_ID === id)?.Student_Name ?? '';
  return (
    <section aria-labelledby="summary" className="grid gap-4">
      <h2 id="summary" className="text-heading">
        Summary
      </h2>
      {missed.length === 0 && <p>No question was missed.</p>}
      <ol className="grid gap-4 pl-5">
        {missed.map(({ Item_ID, right, partly, wrong, misconceptions }) => {
          const item = items.find(({ id }) => id === Item_ID);
          return (
            <li key={Item_ID} className="break-inside-avoid">
              {item?.kind === 'question' && <Rendered html={item.question.text_html} />}
              <p className="figures">
                {right} right, {partly} partly, {wrong} wrong
              </p>
              {misconceptions.map(({ text, count }) => (
                <p key={text}>
                  {text}: {count}
                </p>
              ))}
            </li>
          );
        })}
      </ol>
      {help.length > 0 && <p>Help first: {help.map(nameOf).join(', ')}.</p>}
    </section>
  );
}
