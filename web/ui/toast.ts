// showToast({kind, title, description}): shows a short message, one at a time, from anywhere in the
// code. <Toasts /> renders it.

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
   * Failures that a newer message has replaced: still announced, so that none is lost to screen
   * readers.
   */
  readonly replaced: readonly Toast[];
}

const NOTHING: Messages = { shown: null, replaced: [] };
/** Nobody listens to more at once. */
const MAX_REPLACED = 3;

let messages = NOTHING;
let lastId = 0;
/** Whether the message has already been carried over from the page that raised it. */
let hasTravelled = false;
const listeners = new Set<() => void>();

function set(next: Messages): void {
  messages = next;
  for (const listener of listeners) listener();
}

/** Shows a message, replacing the current one. */
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

/** Dismisses this message, unless another has replaced it. */
export function dismissToast(id: number): void {
  if (messages.shown?.id === id) set(NOTHING);
}

/** Dismisses every message, because the person has moved on. */
export function dismissToasts(): void {
  if (messages !== NOTHING) set(NOTHING);
}

/**
 * After a redirect: carries a message raised with it to the new page once, and dismisses an older
 * one.
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
