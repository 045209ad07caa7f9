// <PartFrame>: the frame of a dialog part other than the details, with its buttons and Back, which
// stay visible while the rest scrolls.
import type { ReactNode } from 'react';

import type { FamilyLesson } from '../../domain/lesson.ts';
import type { Student } from '../../domain/student.ts';
import { Button } from '../ui/button.tsx';
import type { Booker } from './booker.ts';

/** The props of every part. */
export interface PartProps {
  readonly lesson: FamilyLesson;
  readonly booker: Booker;
  /** The student it is for; null until one is chosen. */
  readonly student: Student | null;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onChoose: (studentId: string) => void;
  readonly onBack: () => void;
}

interface PartFrameProps {
  readonly children: ReactNode;
  /** Describes what the buttons act on. */
  readonly summary?: ReactNode;
  readonly action?: ReactNode;
  readonly onBack: () => void;
}

export function PartFrame({ children, summary, action, onBack }: PartFrameProps) {
  return (
    <div>
      <div className="grid gap-5">{children}</div>
      <div className="sticky -bottom-5 z-10 -mx-5 mt-5 -mb-5 grid gap-3 border-t border-line bg-sheet px-5 py-4 sm:-mx-7 sm:px-7">
        <output className="leading-snug empty:hidden">{summary}</output>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="quiet" onClick={onBack}>
            Back
          </Button>
          {action}
        </div>
      </div>
    </div>
  );
}
