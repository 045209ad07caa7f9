// Lets React work on a page that something else has changed. A translator puts each text into
// elements of its own, and an extension may remove what it finds. React would then remove a text, or
// insert something before it, where it no longer is. The browser refuses that, and the whole page
// would be lost (https://github.com/facebook/react/issues/11538).

/** Puts back what these changes, in the order in which they were made, have moved or replaced. */
export function undoChanges(changes: readonly MutationRecord[]): void {
  for (const {
    type,
    target,
    oldValue,
    addedNodes,
    removedNodes,
    nextSibling,
  } of changes.toReversed()) {
    if (type === 'characterData') target.nodeValue = oldValue;
    for (const node of addedNodes) node.parentNode?.removeChild(node);
    for (const node of removedNodes)
      target.insertBefore(node, nextSibling?.parentNode === target ? nextSibling : null);
  }
}

/** What has come in place of a text that was removed. */
const replacements = new WeakMap<Node, readonly Node[]>();

/** Guards every node of the document from now on. Call it before React renders anything. */
export function guardDom(): void {
  // Each is called on the node itself.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  const observer = new MutationObserver((changes) => changes.forEach(remember));
  observer.observe(document.documentElement, { childList: true, subtree: true });
  /** What has come in place of the child, in the running task, too. */
  const replacementsIn = (parent: Node, child: Node): readonly Node[] => {
    observer.takeRecords().forEach(remember);
    return (replacements.get(child) ?? []).filter((node) => node.parentNode === parent);
  };
  Object.defineProperties(Node.prototype, {
    removeChild: {
      value<T extends Node>(this: Node, child: T): T {
        if (child.parentNode === this) return removeChild.call(this, child) as T;
        for (const node of replacementsIn(this, child)) removeChild.call(this, node);
        if (this.contains(child)) removeWithWrappers(this, child);
        return child;
      },
    },
    insertBefore: {
      value<T extends Node>(this: Node, node: T, before: Node | null): T {
        if (before === null || before.parentNode === this)
          return insertBefore.call(this, node, before) as T;
        const place = childAround(this, before) ?? replacementsIn(this, before)[0] ?? null;
        return insertBefore.call(this, node, place) as T;
      },
    },
  });
  // React keeps a text that a translator has replaced, and changes it later.
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Text, value: string | null) {
      nodeValue?.set?.call(this, value);
      if (this.parentNode !== null) return;
      observer.takeRecords().forEach(remember);
      const [first, ...others] = replacements.get(this) ?? [];
      first?.parentNode?.replaceChild(this, first);
      for (const node of others) node.parentNode?.removeChild(node);
    },
  });
}

/** Remembers what has come in place of a text: added at once, or just before beside it. */
function remember({ removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord) {
  for (const node of removedNodes) {
    if (!(node instanceof Text) || node.isConnected) continue;
    const beside = [previousSibling, nextSibling].filter(
      (sibling) => sibling instanceof HTMLElement && sibling.localName === TRANSLATED,
    );
    const instead = addedNodes.length > 0 ? [...addedNodes] : (beside as Node[]).slice(0, 1);
    if (instead.length > 0) replacements.set(node, instead);
  }
}

/** The element that Chrome's and Safari's translators put texts into. */
const TRANSLATED = 'font';

/** The child of `parent` that contains the node; null if it is elsewhere. */
function childAround(parent: Node, node: Node): Node | null {
  let child: Node | null = node;
  while (child !== null && child.parentNode !== parent) child = child.parentNode;
  return child;
}

/** Removes the node from within `parent`, with every wrapper that is empty then. */
function removeWithWrappers(parent: Node, node: Node): void {
  let last: Node = node;
  for (;;) {
    const around: Node | null = last.parentNode;
    around?.removeChild(last);
    if (around === null || around === parent || around.hasChildNodes()) return;
    last = around;
  }
}
