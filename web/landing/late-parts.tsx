// The deferred parts of the landing page, bundled into one file.
import { LiveFigure } from './live-figure.tsx';
import { BookingBar, FreeLessons, NextLessonTime, NextLessons } from './next-lessons.tsx';

export const lateParts = { BookingBar, FreeLessons, LiveFigure, NextLessonTime, NextLessons };
