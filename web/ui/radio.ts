// The look of a radio button: a ring as dark as a control's edge, filled in the signal colour once it is chosen.

export const radioClass =
  'm-0 size-5 shrink-0 cursor-pointer appearance-none rounded-[50%] border-2 border-rule bg-sheet checked:border-[6px] checked:border-signal';
