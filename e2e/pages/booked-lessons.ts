// The tutor's booked lessons.
import type { Page } from '@playwright/test';

import type { AdminLesson } from '../../domain/lessons/lesson.ts';

export const lessonCard = (page: Page, { Lesson_Name: lessonName }: AdminLesson) =>
  page.getByRole('group').filter({ hasText: lessonName });
