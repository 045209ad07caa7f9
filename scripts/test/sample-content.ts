// The sample content for tests of the server, which does not know web/.
import type { Content } from '../../domain/content.ts';
import * as parts from '../../web/content/tutor.ts';

export const content: Content = { ...parts };
