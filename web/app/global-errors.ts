// The last resort: reports errors that nothing else has caught. guardDom() prevents those of
// translators and extensions that change the page.
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

/** Reports future errors, and the earlier ones that early-script.ts recorded. */
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

/** What has come in place of a text that was removed. */
const replacements = new WeakMap<Node, Node>();

/** The element that Chrome's and Safari's translators put texts into. */
const TRANSLATED = 'FONT';

/**
 * Lets React work on a page that something else has changed. A translator wraps each text in
 * elements of its own, and an extension may remove what it finds. React would then remove or insert
 * nodes where they no longer are, the browser would refuse, and the whole page would be lost
 * (https://github.com/facebook/react/issues/11538).
 *
 * Guards every node of the document from now on. Call it before React renders anything.
 */
export function guardDom(): void {
  // Each is called on the node itself.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  const observer = new MutationObserver((changes) => changes.forEach(remember));
  observer.observe(document.documentElement, { childList: true, subtree: true });
  const replacementOf = (child: Node) => {
    // What the running task has changed.
    observer.takeRecords().forEach(remember);
    return replacements.get(child);
  };
  /** The child of `parent` that contains the node, or what has come in its place. */
  const placeIn = (parent: Node, node: Node): Node | null => {
    let place: Node | null = (parent.contains(node) ? node : replacementOf(node)) ?? null;
    while (place !== null && place.parentNode !== parent) place = place.parentNode;
    return place;
  };
  Object.defineProperties(Node.prototype, {
    removeChild: {
      value<T extends Node>(this: Node, child: T): T {
        const place = placeIn(this, child);
        if (place !== null) removeChild.call(this, place);
        return child;
      },
    },
    insertBefore: {
      value<T extends Node>(this: Node, node: T, before: Node | null): T {
        return insertBefore.call(this, node, before && placeIn(this, before)) as T;
      },
    },
  });
  // React keeps a text that a translator has replaced, and changes it later.
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Text, value: string | null) {
      nodeValue?.set?.call(this, value);
      const replacement = this.parentNode === null ? replacementOf(this) : undefined;
      replacement?.parentNode?.replaceChild(this, replacement);
    },
  });
}

/** Remembers what has come in place of a text: added at once, or just before beside it. */
function remember({ removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord) {
  const [instead = [previousSibling, nextSibling].find((node) => node?.nodeName === TRANSLATED)] =
    addedNodes;
  for (const node of removedNodes)
    if (instead && node instanceof Text && !node.isConnected) replacements.set(node, instead);
}
