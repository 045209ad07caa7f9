// The last resort: reports errors that nothing else has caught.
import { isAbort } from '../transport/failures.ts';
import { hasUnsavedInput } from '../ui/forms/unsaved-input.ts';
import { wasReported } from '../ui/reported.ts';
import { showToast } from '../ui/toast.ts';
import { isChunkLoadError, reloadOnce } from './chunk-errors.ts';

/**
 * Ignored because the page did not fail: a view transition interrupted by a newer one, and the
 * browser's notice that it measures a resized element one frame later.
 */
const HARMLESS = /transition was (aborted|skipped)|resizeobserver loop/i;

function isHarmless(reason: unknown, message: string): boolean {
  return isAbort(reason) || wasReported(reason) || HARMLESS.test(message);
}

/** Reports future errors, and the earlier ones that late-start.ts recorded. */
export function listenForErrors(): void {
  window.addEventListener('unhandledrejection', showRejection);
  window.addEventListener('error', showError);
  const { earlyErrors = [] } = window;
  delete window.earlyErrors;
  for (const event of earlyErrors) {
    if (event instanceof PromiseRejectionEvent) showRejection(event);
    else if (event instanceof ErrorEvent) showError(event);
  }
}

function showRejection(event: PromiseRejectionEvent): void {
  const reason: unknown = event.reason;
  if (isHarmless(reason, reason instanceof Error ? reason.message : '')) {
    event.preventDefault();
    return;
  }
  if (isChunkLoadError(reason)) {
    reloadOrAsk();
    return;
  }
  showToast({
    kind: 'destructive',
    title: 'Unexpected Error',
    description: 'An unexpected error occurred. Please refresh the page if problems persist.',
  });
}

function showError(event: ErrorEvent): void {
  if (isHarmless(event.error, event.message)) return;
  if (isChunkLoadError(event.error)) {
    reloadOrAsk();
    return;
  }
  showToast({
    kind: 'destructive',
    title: 'Application Error',
    description: 'An error occurred in the application. Please refresh the page.',
  });
}

function reloadOrAsk(): void {
  if (!hasUnsavedInput()) {
    reloadOnce();
    return;
  }
  showToast({
    kind: 'info',
    title: 'Reload needed',
    description:
      'A part of this page could not be loaded. Finish what you are typing, then reload the page.',
  });
}
