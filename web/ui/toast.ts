// showToast({kind, title, description}): a short message, one at a time, from anywhere in the code.
// <Toasts /> shows it.

export interface ToastMessage {
  readonly kind: 'success' | 'destructive' | 'info';
  readonly title: string;
  readonly description?: string;
}

export interface Toast extends ToastMessage {
  readonly id: number;
}

interface Messages {
  readonly shown: Toast | null;
  /**
   * Failures that a newer message has replaced: still read out, so that none is lost to those who
   * listen.
   */
  readonly replaced: readonly Toast[];
}

const NOTHING: Messages = { shown: null, replaced: [] };
/** More than that at once nobody listens to. */
const MAX_REPLACED = 3;

let messages = NOTHING;
let lastId = 0;
/** Whether the message has already come along from the page that it was raised on. */
let hasTravelled = false;
const listeners = new Set<() => void>();

function set(next: Messages): void {
  messages = next;
  for (const listener of listeners) listener();
}

/** Shows a message in place of the one that is there. */
export function showToast(message: ToastMessage): void {
  const { shown, replaced } = messages;
  const isLost = shown?.kind === 'destructive' && shown.title !== message.title;
  lastId += 1;
  hasTravelled = false;
  set({
    shown: { ...message, id: lastId },
    replaced: isLost ? [...replaced, shown].slice(-MAX_REPLACED) : replaced,
  });
}

/** Takes this message away, unless another has taken its place. */
export function dismissToast(id: number): void {
  if (messages.shown?.id === id) set(NOTHING);
}

/** Takes every message away: whoever it was for has turned to something else. */
export function dismissToasts(): void {
  if (messages !== NOTHING) set(NOTHING);
}

/**
 * The page has changed by itself: a message raised together with that comes along, once; an older
 * one goes.
 */
export function turnPage(): void {
  if (hasTravelled) dismissToasts();
  hasTravelled = true;
}

export function readMessages(): Messages {
  return messages;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
