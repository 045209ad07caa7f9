// <UnsentNotice>: counts the answers that wait to be sent, and says which were refused when they
// arrived late: at the edge of the screen, where it is seen and moves nothing.
import { deleteUnsent, type UnsentAnswer } from '../../data/unsent-answers.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Whether an answer waits for the connection. */
export const isWaiting = ({ hasFailed, refusal }: UnsentAnswer): boolean =>
  hasFailed && refusal === null;

export function UnsentNotice({ answers }: { readonly answers: readonly UnsentAnswer[] }) {
  const waiting = answers.filter(isWaiting).length;
  const refused = answers.filter(({ refusal }) => refusal !== null);
  return (
    <output className="sticky bottom-[calc(var(--edge)+0.75rem)] z-10 grid max-h-[60dvh] gap-2 overflow-auto empty:hidden">
      {refused.map(({ key, answer, refusal }) => (
        <Notice
          key={key}
          tone="negative"
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
        >
          <p className="min-w-0 flex-1 basis-60">
            <strong>
              A saved answer was not accepted
              {typeof answer === 'string' ? `: “${shorten(answer)}”` : '.'}
            </strong>{' '}
            {refusal}
          </p>
          <Button variant="secondary" onClick={() => deleteUnsent(key)}>
            Dismiss
          </Button>
        </Notice>
      ))}
      {waiting > 0 && (
        <Notice as="p" tone="caution">
          {waiting === 1 ? '1 answer is not sent yet.' : `${waiting} answers are not sent yet.`}
        </Notice>
      )}
    </output>
  );
}

const SHOWN = 60;
const shorten = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
