// <Asking>: the question being asked with its answers, and the buttons to ask, close, ask again and
// reveal.
import type { Asked } from '../../../domain/room.ts';
import type { Item } from '../../../domain/topic.ts';
import type { TutorRoom } from '../../../domain/tutor-room.ts';
import { useAsking } from '../../api/tutor-room.ts';
import { Button } from '../../ui/button.tsx';
import { Rendered } from '../../ui/rendered.tsx';
import { Bars } from './bars.tsx';
import { Shortcuts } from './shortcuts.tsx';

type Question = Extract<Item, { kind: 'question' }>;

export function Asking({ room }: { readonly room: TutorRoom }) {
  const { ask, change } = useAsking(room.lesson.id);
  const current = room.asked.find(({ state }) => state === 'asked') ?? room.asked.at(-1);
  const isOpen = current?.state === 'asked';
  const asked = new Set(room.asked.map(({ Item_ID }) => Item_ID));
  const left = room.items.filter(
    (item): item is Question => item.kind === 'question' && !asked.has(item.id),
  );
  const reason =
    room.lesson.state === 'live'
      ? isOpen
        ? 'Close the question that is open first.'
        : null
      : 'Questions can be asked from 15 minutes before the lesson.';
  return (
    <section aria-labelledby="asking" className="grid gap-4 print:hidden">
      <h2 id="asking" className="text-heading">
        Questions
      </h2>
      {current !== undefined && (
        <CurrentQuestion
          asked={current}
          question={room.items.find(({ id }) => id === current.Item_ID)}
          busy={change.isPending}
          onChange={(state) => change.mutate({ id: current.id, state })}
        />
      )}
      <ul className="m-0 grid list-none gap-3 p-0">
        {left.map(({ id, question }) => (
          <li key={id} className="grid gap-2 border-t border-line pt-3">
            <Rendered html={question.text_html} />
            <div>
              <Button
                variant="secondary"
                disabledReason={reason}
                busy={ask.isPending && ask.variables === id}
                onClick={() => ask.mutate(id)}
              >
                Ask this
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CurrentProps {
  readonly asked: Asked;
  readonly question: Item | undefined;
  readonly busy: boolean;
  readonly onChange: (state: Asked['state']) => void;
}

function CurrentQuestion({ asked, question, busy, onChange }: CurrentProps) {
  const { state, round, answered, here, booked } = asked;
  const mayAskAgain = state === 'closed' && round === 1;
  const keys: Record<string, () => void> = busy
    ? {}
    : {
        ...(state === 'asked' ? { c: () => onChange('closed') } : {}),
        ...(mayAskAgain ? { a: () => onChange('asked') } : {}),
        ...(state === 'revealed' ? {} : { r: () => onChange('revealed') }),
      };
  return (
    <div className="grid gap-3 rounded-md border border-rule bg-sheet p-4">
      {question?.kind === 'question' && <Rendered html={question.question.text_html} />}
      <output>
        {state === 'asked' ? 'Open' : state === 'closed' ? 'Closed' : 'Revealed'}, round {round}:{' '}
        {answered} answered, {here} here, {booked} booked.
      </output>
      <Bars asked={asked} />
      <div className="flex flex-wrap gap-3">
        {state === 'asked' && (
          <Button busy={busy} onClick={() => onChange('closed')}>
            Close
          </Button>
        )}
        {mayAskAgain && (
          <Button variant="secondary" busy={busy} onClick={() => onChange('asked')}>
            Second round
          </Button>
        )}
        {state !== 'revealed' && (
          <Button variant="secondary" busy={busy} onClick={() => onChange('revealed')}>
            Reveal
          </Button>
        )}
      </div>
      <Shortcuts keys={keys} />
    </div>
  );
}
