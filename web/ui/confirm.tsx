// if (await confirm({title, text, action})) ...: asks before something that cannot be undone.
// <Confirmations /> shows the question; it stands once on the page, inside the dialog that asks, so
// that the question lies on top of it.
import { useEffect, useSyncExternalStore } from 'react';

import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button that goes ahead says: a verb, e.g. 'Delete lesson'. */
  readonly action: string;
  /** What the other button says; 'Keep it' would be an example. */
  readonly refusal?: string;
}

interface Asked extends Question {
  readonly open: boolean;
  readonly answer: (yes: boolean) => void;
}

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function set(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Resolves to whether the person went ahead. A second question takes a no for the first. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    set({ ...question, open: true, answer: resolve });
  });
}

function settle(yes: boolean): void {
  if (asked === null) return;
  asked.answer(yes);
  // The words stay until the dialog has faded.
  set({ ...asked, open: false });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Nobody can answer any more what is not shown any more. */
function withdraw(): void {
  asked?.answer(false);
  set(null);
}

export function Confirmations() {
  useEffect(() => withdraw, []);
  const question = useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  );
  return (
    <Dialog
      alert
      open={question?.open ?? false}
      onOpenChange={() => settle(false)}
      title={question?.title ?? ''}
      description={question?.text}
      actions={
        <>
          <Button variant="secondary" onClick={() => settle(false)}>
            {question?.refusal ?? 'Go back'}
          </Button>
          <Button variant="destructive" onClick={() => settle(true)}>
            {question?.action}
          </Button>
        </>
      }
    />
  );
}
