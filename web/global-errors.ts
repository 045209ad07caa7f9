// The last resort: tells of errors that nothing else has caught.
import { isAbort } from './api/failures.ts';
import { isChunkLoadError, reloadOnce } from './chunk-errors.ts';
import { wasReported } from './ui/reported.ts';
import { showToast } from './ui/toast.ts';

/**
 * Not failures of the page: a view transition that a newer one cut short, and a browser's note that it will measure a
 * resized element one frame later.
 */
const HARMLESS = /transition was (aborted|skipped)|resizeobserver loop/i;

function isHarmless(reason: unknown, message: string): boolean {
  return isAbort(reason) || wasReported(reason) || HARMLESS.test(message);
}

export function listenForErrors(): void {
  window.addEventListener('unhandledrejection', (event) => {
    const reason: unknown = event.reason;
    if (isHarmless(reason, reason instanceof Error ? reason.message : '')) {
      event.preventDefault();
      return;
    }
    if (isChunkLoadError(reason)) {
      reloadOnce();
      return;
    }
    showToast({
      kind: 'destructive',
      title: 'Unexpected Error',
      description: 'An unexpected error occurred. Please refresh the page if problems persist.',
    });
  });
  window.addEventListener('error', (event) => {
    if (isHarmless(event.error, event.message)) return;
    if (isChunkLoadError(event.error)) {
      reloadOnce();
      return;
    }
    showToast({
      kind: 'destructive',
      title: 'Application Error',
      description: 'An error occurred in the application. Please refresh the page.',
    });
  });
}
