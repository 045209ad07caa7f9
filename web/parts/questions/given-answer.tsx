// <GivenAnswer>: what a student answered, beside the solution once they may see it.
import type { Distribution } from '../../../domain/rooms/room.ts';
import type { Answer } from '../../../domain/topics/attempt.ts';
import type { ShownQuestion, Solution } from '../../../domain/topics/item.ts';
import { Rendered } from '../../ui/rendered.tsx';
import { Bar } from './bars.tsx';
import { readFor } from './number-field.tsx';
import { Quantity } from './quantity.tsx';

interface GivenAnswerProps {
  readonly question: ShownQuestion;
  /** Null when the student gave none. */
  readonly answer: Answer | null;
  readonly solution: Solution | null;
  /** How often the class chose each choice, once that is revealed. */
  readonly distribution?: Distribution | undefined;
}

export function GivenAnswer({ question, answer, solution, distribution }: GivenAnswerProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {question.kind === 'choice' ? (
        <ChosenList
          question={question}
          chosen={answer ?? []}
          solution={solution}
          distribution={distribution}
        />
      ) : (
        <dl className="grid grid-cols-1 gap-3">
          {answer !== null && (
            <div>
              <dt className="text-pencil">Your answer</dt>
              <dd className="font-bold whitespace-pre-line wrap-anywhere">
                <Typed question={question} text={String(answer)} />
              </dd>
            </div>
          )}
          {solution?.value_html !== undefined && (
            <div>
              <dt className="text-pencil">Right answer</dt>
              <dd className="font-bold">
                <Rendered as="span" html={solution.value_html} />
              </dd>
            </div>
          )}
        </dl>
      )}
      {solution !== null && solution.explanation_html !== '' && (
        <div>
          <h3 className="mb-1 label-mark">Explanation</h3>
          <Rendered html={solution.explanation_html} />
        </div>
      )}
    </div>
  );
}

/** A number as it was read, anything else as typed. */
function Typed({ question, text }: { readonly question: ShownQuestion; readonly text: string }) {
  if (question.kind !== 'number') return text;
  const reading = readFor(question, text);
  return 'fault' in reading ? text : <Quantity reading={reading} unitHtml={question.unit_html} />;
}

type ChosenListProps = Omit<GivenAnswerProps, 'answer'> & { readonly chosen: Answer };

function ChosenList({ question: { choices }, chosen, solution, distribution }: ChosenListProps) {
  const shown =
    solution?.choices ??
    choices.map((choice) => ({ ...choice, is_right: null, feedback_html: '' }));
  const list = (
    <ul className="rounded-md border border-rule">
      {shown.map(({ id, html, is_right: isRight, feedback_html }) => {
        const isOwn = chosen.includes(id);
        return (
          <li
            key={id}
            className={`border-b border-line px-3.5 py-2.5 last:border-b-0 ${isRight === true ? 'bg-positive-wash' : ''}`}
          >
            {distribution === undefined ? (
              <Rendered html={html} />
            ) : (
              <Bar of={id} distribution={distribution} isRight={isRight === true}>
                <Rendered html={html} />
              </Bar>
            )}
            {(isOwn || isRight === true) && (
              <p className="mt-1 flex flex-wrap gap-x-4 text-sm font-bold">
                {isRight === true && <span className="text-positive">✓ Right answer</span>}
                {isOwn && (
                  <span className={isRight === false ? 'text-negative' : ''}>
                    {isRight === false && '✗ '}Your answer
                  </span>
                )}
              </p>
            )}
            {feedback_html !== '' && (
              <Rendered className="mt-1 text-note text-pencil" html={feedback_html} />
            )}
          </li>
        );
      })}
    </ul>
  );
  if (distribution === undefined) return list;
  return (
    <div>
      <h3 className="mb-1 label-mark">What the class answered</h3>
      {list}
    </div>
  );
}
