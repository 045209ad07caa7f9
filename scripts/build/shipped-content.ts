// The content that the build ships, for development, whose server has no build to read it from.
import { type Content, contentSchema } from '../../domain/site/content.ts';
import * as parts from '../../web/content/tutor.ts';

// Read by the schema, as drafts are, with which it is compared.
export const SHIPPED_CONTENT: Content = contentSchema.parse(parts);
