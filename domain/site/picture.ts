// The schemas of the tutor's pictures.
import * as z from 'zod/mini';

import { PICTURE } from './picture-files.ts';

const ID = /^[\da-f]{32}$/;
export const pictureId = z
  .string({ error: 'Choose a picture' })
  .check(z.regex(ID, { error: 'Choose a picture' }));

const side = z.int().check(z.minimum(1), z.maximum(PICTURE.sidePx));
export const pictureSchema = z.object({ id: pictureId, width: side, height: side });
