// Puts the page back as it was before something else changed it, for React to hydrate.

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
