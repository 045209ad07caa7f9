// Endpoints for the tutor's pictures.
import { endpoint, ok } from '../endpoint.ts';
import { PICTURE, pictureTypes } from '../site/picture-files.ts';
import { pictureSchema } from '../site/picture.ts';

export const uploadPicture = endpoint('POST', '/api/admin/pictures', {
  summary: 'Upload a picture for the site',
  auth: 'admin',
  accountLimit: 'picture',
  file: { types: pictureTypes, maxBytes: PICTURE.bytes },
  answer: ok({ picture: pictureSchema }),
  status: 201,
  errors: ['not_a_picture'],
});
