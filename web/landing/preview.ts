// What the preview of the landing page shows in place of what a visitor's browser loads.
import { createContext, use } from 'react';

import type { LessonOffer } from '../../domain/lessons/next-lesson.ts';

/** Null but in a preview. */
export const PreviewContext = createContext<LessonOffer | null>(null);

/** Null in a browser, whose script leaves it out. */
export const usePagePreview = () => (import.meta.env.SSR ? use(PreviewContext) : null);
