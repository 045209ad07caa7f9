// <FreeLesson>: how families get their free first lesson, and how many of them one lesson takes.
import type { FreeLessonMode } from '../../../../domain/lessons/next-lesson.ts';
import { type Settings, FREE_SPOTS } from '../../../../domain/tutor/settings.ts';
import { useUpdateSettings } from '../../../data/settings.ts';
import { Choice, choiceListClass } from '../../../ui/forms/choice.tsx';
import { Field } from '../../../ui/forms/field.tsx';

const modes: readonly { mode: FreeLessonMode; label: string; hint: string; done: string }[] = [
  {
    mode: 'at_once',
    label: 'Families book it at once',
    hint: 'They choose a lesson and are in. You get an email with their details.',
    done: 'Families book their free first lesson themselves.',
  },
  {
    mode: 'ask',
    label: 'Families ask you for it',
    hint: 'You answer each enquiry with an invitation.',
    done: 'Families ask you for their free first lesson.',
  },
];

const spots = Array.from(
  { length: FREE_SPOTS.max - FREE_SPOTS.min + 1 },
  (_, index) => FREE_SPOTS.min + index,
);

export function FreeLesson({ settings }: { readonly settings: Settings }) {
  const update = useUpdateSettings();
  const shown = { ...settings, ...(update.isPending ? update.variables.changes : {}) };
  return (
    <div className="grid gap-6">
      <fieldset>
        <legend className="mb-1.5 font-bold">How families get it</legend>
        <ul className={choiceListClass}>
          {modes.map(({ mode, label, hint, done }) => (
            <li key={mode}>
              <Choice
                type="radio"
                name="free-lesson"
                checked={shown.free_lesson === mode}
                onChange={() => update.mutate({ changes: { free_lesson: mode }, done })}
              >
                {label}
                <span className="block text-sm text-pencil">{hint}</span>
              </Choice>
            </li>
          ))}
        </ul>
      </fieldset>
      {shown.free_lesson === 'at_once' && (
        <Field
          label="Free spots in each lesson"
          hint="The other spots are for families who pay. A family that does not confirm its email address in time loses its spot."
        >
          {(control) => (
            <select
              {...control}
              className={`${control.className} max-w-28`}
              value={shown.free_spots_per_lesson}
              onChange={({ target }) => {
                const count = Number(target.value);
                update.mutate({
                  changes: { free_spots_per_lesson: count },
                  done:
                    count === 0
                      ? 'No lesson has free spots now.'
                      : `Each lesson has up to ${count === 1 ? '1 free spot' : `${count} free spots`}.`,
                });
              }}
            >
              {spots.map((count) => (
                <option key={count} value={count}>
                  {count}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </div>
  );
}
