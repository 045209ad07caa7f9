// The deferred parts of the landing page, bundled into one file.
import { BookingBar } from './booking-bar.tsx';
import { LiveFigure } from './live-figure.tsx';
import { NextLessonTime } from './next-lesson-time.tsx';
import { NextLessons } from './next-lessons.tsx';

export const lateParts = { BookingBar, LiveFigure, NextLessonTime, NextLessons };
