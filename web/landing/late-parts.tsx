// The parts of the landing page whose script comes late, in one file of the build.
import { LiveFigure } from './live-figure.tsx';
import { NextLesson } from './next-lesson.tsx';
import { NextLessons } from './next-lessons.tsx';

export const lateParts = { LiveFigure, NextLesson, NextLessons };
