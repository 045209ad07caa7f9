// if (await confirm({title, text, action})) ...: asks before something that cannot be undone.
// Render <Confirmations /> once, inside the dialog that asks, so that the question appears on top
// of it.
import { useEffect, useSyncExternalStore } from 'react';

import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface Question {
  readonly title: string;
  readonly text: string;
  /** The label of the confirming button: a verb, e.g. 'Delete lesson'. */
  readonly action: string;
  /** The label of the other button, e.g. 'Keep it'. */
  readonly refusal?: string;
  /** What has the focus after a yes, for a button that goes away; otherwise that button. */
  readonly nextFocus?: () => HTMLElement | null;
}

interface OpenQuestion extends Question {
  readonly open: boolean;
  readonly isConfirmed: boolean;
  readonly answer: (yes: boolean) => void;
}

let asked: OpenQuestion | null = null;
const listeners = new Set<() => void>();

function set(next: OpenQuestion | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Resolves to whether the person confirmed. A second question resolves the first to false. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    set({ ...question, open: true, isConfirmed: false, answer: resolve });
  });
}

function settle(yes: boolean): void {
  if (asked === null) return;
  asked.answer(yes);
  // The text stays until the dialog has faded out.
  set({ ...asked, open: false, isConfirmed: yes });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A question that is no longer shown can no longer be answered. */
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
      nextFocus={() => (asked?.isConfirmed === true ? (asked.nextFocus?.() ?? null) : null)}
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
