// The deferred parts of the landing page, bundled into one file.
import { LiveFigure } from './live-figure.tsx';
import { BookingBar, NextLessonTime, NextLessons } from './next-lessons.tsx';

export const lateParts = { BookingBar, LiveFigure, NextLessonTime, NextLessons };
