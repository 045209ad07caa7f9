// The look of a time that is chosen by a tap, and stays chosen.
export const choiceButtonClass =
  'figures min-h-11 cursor-pointer rounded-md border border-dashed border-rule font-bold hover:border-solid hover:border-signal hover:text-signal aria-pressed:border-solid aria-pressed:border-signal aria-pressed:bg-wash aria-pressed:text-signal aria-pressed:shadow-[inset_0_0_0_1px_var(--color-signal)]';
