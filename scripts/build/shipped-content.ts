// The content that the build ships, for development, whose server has no build to read it from.
import type { Content } from '../../domain/site/content.ts';
import * as parts from '../../web/content/tutor.ts';

export const SHIPPED_CONTENT: Content = { ...parts };
