// <KeptNotice>: says which answers wait to be sent, and which were refused when they arrived.
import { dropKept, type KeptAnswer } from '../api/kept-answers.ts';
import { Button } from '../ui/button.tsx';

export function KeptNotice({ answers }: { readonly answers: readonly KeptAnswer[] }) {
  const waiting = answers.filter(({ isKept, refusal }) => isKept && refusal === null).length;
  const refused = answers.filter(({ refusal }) => refusal !== null);
  return (
    <output className="grid gap-3 empty:hidden">
      {waiting > 0 && (
        <p className="rounded-md border border-caution bg-caution-wash px-4 py-3">
          {waiting === 1
            ? '1 answer is kept on this device and will be sent when you are online again.'
            : `${waiting} answers are kept on this device and will be sent, in order, when you are online again.`}
        </p>
      )}
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

const SHOWN = 60;
const shorten = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
