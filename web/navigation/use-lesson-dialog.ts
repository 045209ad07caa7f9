// useLessonDialog(): which lesson's dialog is open, and which part of it, stored in the address.
import { useSearchParams } from 'react-router';

import { mondayOf } from '../../domain/time.ts';
import { useDialogParam } from './use-dialog-param.ts';

const lessonParts = ['weekly', 'move'] as const;
/** The parts of a lesson's dialog besides its details. */
export type LessonPart = (typeof lessonParts)[number];

export const LESSON_PARAM = 'lesson';
export const PART_PARAM = 'do';

export interface LessonDialogParam {
  /** The lesson's id; null while no dialog is open. */
  readonly value: string | null;
  /** Null for its details. */
  readonly part: LessonPart | null;
  /** Opens the details of a lesson of the shown week. */
  readonly open: (id: string) => void;
  /** Opens a lesson of any week, even from the dialog of another one. */
  readonly show: (
    lesson: { readonly id: string; readonly Date: string },
    part?: LessonPart,
  ) => void;
  /** Opens a part of the open dialog, from which Back returns; null returns to the details. */
  readonly setPart: (part: LessonPart | null) => void;
  /** Leaves a part for the details of another lesson, of any week. */
  readonly switchTo: (lesson: { readonly id: string; readonly Date: string }) => void;
  readonly close: () => void;
}

export function useLessonDialog(): LessonDialogParam {
  const { value, open, openPart, closePart, close } = useDialogParam(LESSON_PARAM, {
    parts: [PART_PARAM],
  });
  const [search] = useSearchParams();
  const asked = search.get(PART_PARAM);
  return {
    value,
    part: lessonParts.find((part) => part === asked) ?? null,
    open: (id) => open(id),
    show: ({ id, Date: date }, part) =>
      open(id, {
        week: mondayOf(date),
        ...(part === undefined ? {} : { [PART_PARAM]: part }),
      }),
    setPart: (part) => (part === null ? closePart() : openPart({ [PART_PARAM]: part })),
    switchTo: ({ id, Date: date }) => closePart(id, { week: mondayOf(date) }),
    close,
  };
}
