// showToast({kind, title, description}): short messages in the corner, from anywhere in the code. <Toasts /> shows them.

export interface ToastMessage {
  readonly kind: 'success' | 'destructive' | 'info';
  readonly title: string;
  readonly description?: string;
}

export interface Toast extends ToastMessage {
  readonly id: number;
}

const MOST_AT_ONCE = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message. The same message again replaces the one that is still there; the oldest makes room for a fourth. */
export function showToast(message: ToastMessage): void {
  const others = toasts.filter(
    ({ title, description }) => title !== message.title || description !== message.description,
  );
  lastId += 1;
  set([...others, { ...message, id: lastId }].slice(-MOST_AT_ONCE));
}

export function dismissToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

export function readToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
