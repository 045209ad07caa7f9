// Characters that do not show and are copied along with text: joiners, marks of writing direction,
// soft hyphens.
export const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
