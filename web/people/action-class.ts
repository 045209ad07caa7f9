// What the small actions at the end of a person's row share: on a phone their words begin where the
// row's do.

export const actionClass = 'px-2! max-sm:-ml-2';
