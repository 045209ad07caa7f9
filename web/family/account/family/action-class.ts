// The shared style of small actions at the end of a person's row: on a phone their text aligns with
// the row.

export const actionClass = 'px-2! max-sm:-ml-2';
