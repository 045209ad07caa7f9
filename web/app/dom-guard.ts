// Lets React work on a page that something else has changed. A translator puts each text into
// elements of its own, and an extension may remove what it finds. React would then remove a text, or
// insert something before it, where it no longer is. The browser refuses that, and the whole page
// would be lost (https://github.com/facebook/react/issues/11538).

/** What has come in place of a text that was removed. */
const replacements = new WeakMap<Node, Node>();

/** The element that Chrome's and Safari's translators put texts into. */
const TRANSLATED = 'FONT';

/** Guards every node of the document from now on. Call it before React renders anything. */
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
