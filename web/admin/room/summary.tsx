// <Summary>: after the lesson, which questions were missed, which misconceptions were chosen, and
// whom to help. Printable.
import type { TutorRoom } from '../../../domain/rooms/tutor-room.ts';
import { Button } from '../../ui/button.tsx';
import { QuestionText } from './asked-question.tsx';

export function Summary({ room }: { room: TutorRoom }) {
  const { items, students, missed, help } = room;
  const nameOf = (id: string) => students.find((one) => one.Student_ID === id)?.Student_Name ?? '';
  const hasAnswers = students.some(({ results }) =>
    Object.values(results).some((result) => result !== 'done'),
  );
  return (
    <section aria-labelledby="summary" className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="summary" className="text-heading">
          Summary
        </h2>
        <Button variant="secondary" className="print:hidden" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {help.length > 0 && (
        <div className="break-inside-avoid">
          <h3 className="font-sans font-bold">Help first</h3>
          <ol className="list-decimal pl-6">
            {help.map((id) => (
              <li key={id} className="wrap-anywhere">
                {nameOf(id)}
              </li>
            ))}
          </ol>
        </div>
      )}
      <div>
        <h3 className="font-sans font-bold">Missed questions</h3>
        {missed.length === 0 && (
          <p>{hasAnswers ? 'No question was missed.' : 'Nobody has answered a question.'}</p>
        )}
        <ol className="grid grid-cols-1">
          {missed.map(({ Item_ID: itemId, right, partly, wrong, misconceptions }) => (
            <li
              key={itemId}
              className="grid grid-cols-1 gap-1.5 border-t border-line py-3 break-inside-avoid first:border-t-0"
            >
              <QuestionText item={items.find(({ id }) => id === itemId)} />
              <p className="figures flex flex-wrap gap-x-4 text-note">
                <span className="font-bold text-negative">✗ {wrong} not right</span>
                <span>◐ {partly} partly</span>
                <span>✓ {right} right</span>
              </p>
              {misconceptions.length > 0 && (
                <ul className="list-disc pl-6 text-note text-pencil">
                  {misconceptions.map(({ text, count }) => (
                    <li key={text} className="wrap-anywhere">
                      {text} <span className="figures">({count})</span>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
