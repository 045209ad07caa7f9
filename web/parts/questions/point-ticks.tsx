// <PointTicks>: the points of a full answer. The student ticks those that their own answer
// contains.
import { useState } from 'react';

import type { Attempt } from '../../../domain/topics/attempt.ts';
import type { Solution } from '../../../domain/topics/item.ts';
import { useTickPoints } from '../../data/room.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, choiceListClass } from '../../ui/forms/choice.tsx';
import { Rendered } from '../../ui/rendered.tsx';

interface PointTicksProps {
  readonly attempt: Attempt | null;
  readonly points: NonNullable<Solution['points']>;
  readonly onMarked: (attempt: Attempt) => void;
}

export function PointTicks({ attempt, points, onMarked }: PointTicksProps) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const saving = useTickPoints(onMarked);
  if (attempt === null || attempt.result !== null)
    return (
      <div>
        <h3 className="mb-1 label-mark">A full answer says</h3>
        <ul className="grid list-disc gap-1 pl-6">
          {points.map(({ id, html }) => (
            <li key={id}>
              <Rendered html={html} />
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <form
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving.isPending) saving.mutate({ attempt, points: ticked });
      }}
    >
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-bold">Which of these points does your answer have?</legend>
        <ul className={choiceListClass}>
          {points.map(({ id, html }) => (
            <li key={id}>
              <Choice
                type="checkbox"
                name="point"
                checked={ticked.includes(id)}
                onChange={(isTicked) =>
                  setTicked(isTicked ? [...ticked, id] : ticked.filter((one) => one !== id))
                }
              >
                <Rendered as="span" html={html} />
              </Choice>
            </li>
          ))}
        </ul>
      </fieldset>
      <Button type="submit" className="sm:justify-self-start" busy={saving.isPending}>
        {ticked.length === 0 ? 'It has none of them' : 'Save'}
      </Button>
    </form>
  );
}
