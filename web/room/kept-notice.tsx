// <KeptNotice>: says which answers were refused when they arrived late. <KeptBar>: counts those that
// wait to be sent, at the edge of the screen, where it moves nothing.
import { dropKept, type KeptAnswer } from '../api/kept-answers.ts';
import { Button } from '../ui/button.tsx';

interface KeptProps {
  readonly answers: readonly KeptAnswer[];
}

/** Whether an answer waits for the connection. */
export const isWaiting = ({ isKept, refusal }: KeptAnswer): boolean => isKept && refusal === null;

export function KeptNotice({ answers }: KeptProps) {
  const refused = answers.filter(({ refusal }) => refusal !== null);
  return (
    <output className="grid gap-3 empty:hidden">
      {refused.map(({ key, answer, refusal }) => (
        <div
          key={key}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md border border-negative bg-negative-wash px-4 py-3"
        >
          <p className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
            <strong>
              An answer that was kept was not accepted
              {typeof answer === 'string' ? `: “${shorten(answer)}”` : '.'}
            </strong>{' '}
            {refusal}
          </p>
          <Button variant="secondary" onClick={() => dropKept(key)}>
            Dismiss
          </Button>
        </div>
      ))}
    </output>
  );
}

export function KeptBar({ answers }: KeptProps) {
  const { length } = answers.filter(isWaiting);
  return (
    <output className="sticky bottom-3 z-10 block rounded-md border border-caution bg-caution-wash px-4 py-2.5 leading-snug lifted-shadow empty:hidden">
      {length === 1 && '1 answer is not sent yet. It will be sent when you are online.'}
      {length > 1 &&
        `${length} answers are not sent yet. They will be sent in order when you are online.`}
    </output>
  );
}

const SHOWN = 60;
const shorten = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
