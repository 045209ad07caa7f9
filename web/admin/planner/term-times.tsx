// <TermTimes>: the times of every week: the usual ones by a tap each, and any other.
import { type KeyboardEvent, useState } from 'react';

import { weekdayName } from '../../../domain/business-words.ts';
import type { UsualTime } from '../../../domain/business.ts';
import { toggleTime, weeklyWords } from '../../../domain/lessons/term.ts';
import { isClockTime } from '../../../domain/time.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { choiceButtonClass } from './lesson-fields.ts';

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

interface TermTimesProps {
  /** Sorted within the week. */
  readonly times: readonly UsualTime[];
  /** Offered by a tap each, in the order of the week. */
  readonly usual: readonly UsualTime[];
  readonly onToggle: (time: UsualTime) => void;
}

export function TermTimes({ times, usual, onToggle }: TermTimesProps) {
  const [hasOther, setOther] = useState(false);
  const isChosen = (time: UsualTime) => times.some((one) => isSame(one, time));
  // An unusual time stays listed until the dialog closes, so that it can be removed.
  const [added, setAdded] = useState<readonly UsualTime[]>([]);
  const offered = added
    .filter((time) => !usual.some((one) => isSame(one, time)))
    .reduce((all, time) => toggleTime(all, time), [...usual]);
  const add = (time: UsualTime) => {
    if (!added.some((one) => isSame(one, time))) setAdded([...added, time]);
    if (!isChosen(time)) onToggle(time);
  };
  return (
    <fieldset>
      <legend className="mb-1.5 font-bold">Times each week</legend>
      <div className="grid grid-cols-2 gap-2">
        {offered.map((time) => (
          <button
            key={weeklyWords(time)}
            type="button"
            aria-pressed={isChosen(time)}
            className={`${choiceButtonClass} px-2`}
            onClick={() => onToggle(time)}
          >
            {weeklyWords(time)}
          </button>
        ))}
      </div>
      <Button
        variant="quiet"
        className="-mx-5"
        aria-expanded={hasOther}
        onClick={() => setOther(!hasOther)}
      >
        Another time
      </Button>
      {hasOther && <OtherTime onAdd={add} />}
    </fieldset>
  );
}

const isSame = (one: UsualTime, other: UsualTime) =>
  one.weekday === other.weekday && one.time === other.time;

function OtherTime({ onAdd }: { readonly onAdd: (time: UsualTime) => void }) {
  const [weekday, setWeekday] = useState<number>(6);
  const [clock, setClock] = useState('');
  const time = clock.length === 'HH:MM'.length ? `${clock}:00` : clock;
  const reason = isClockTime(time) ? null : 'Enter a time first.';
  const add = () => {
    if (reason !== null) return;
    onAdd({ weekday, time });
    setClock('');
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Otherwise Enter would create the term.
    event.preventDefault();
    add();
  };
  return (
    <div className="mt-1 grid grid-cols-[minmax(0,1fr)_8.5rem] items-start gap-x-4 gap-y-3">
      <Field label="Day">
        {(control) => (
          <select
            {...control}
            value={weekday}
            onChange={(event) => setWeekday(Number(event.target.value))}
          >
            {weekdays.map((day) => (
              <option key={day} value={day}>
                {weekdayName(day)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="UK time">
        {(control) => (
          <input
            {...control}
            type="time"
            value={clock}
            onChange={(event) => setClock(event.target.value)}
            onKeyDown={addOnEnter}
          />
        )}
      </Field>
      <div className="col-span-2">
        <Button variant="secondary" disabledReason={reason} onClick={add}>
          Add time
        </Button>
      </div>
    </div>
  );
}
