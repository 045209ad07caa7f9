// Pictures that the tutor uploads.
import * as endpoints from '../../domain/endpoints.ts';
import {
  type PictureFormat,
  pictureTypes,
  readPictureName,
} from '../../domain/site/picture-files.ts';
import { fileOf, takeFiles } from '../http/files.ts';
import { OF_DOCUMENTS } from '../http/headers.ts';
import { type Api, mount } from '../http/mount.ts';
import { deletePicturesJob, addPicture, readShownSize } from './pictures.ts';
import { createPictureReader } from './processing.ts';
import { createSharedFiles } from './shared-files.ts';

export const pictures = { routes: mountPictureRoutes, jobs: () => [deletePicturesJob] };

const MEDIA_TYPES: Readonly<Record<PictureFormat, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

const essenceOf = (type = '') => (type.split(';', 1)[0] ?? '').trim().toLowerCase();

const OTHERS = 'Send a picture as JPEG, PNG, WebP or AVIF.';

/** What to do with a file of another type. */
function adviceOn(type: string): string {
  if (/^image\/hei[cf]/.test(type))
    return `${OTHERS} This one is HEIC. On an iPhone, choose Settings, Camera, Formats, Most Compatible, then take the picture again, or send it to yourself by email, which makes it a JPEG.`;
  if (type === 'image/svg+xml')
    return `${OTHERS} This one is SVG, which can hold programs. Export it as PNG.`;
  return OTHERS;
}

/** HTTP of the tutor's pictures: the upload, and for everybody the files that the site shows. */
function mountPictureRoutes(api: Api): void {
  const { file } = endpoints.uploadPicture;
  if (file === undefined) throw new Error('an upload takes a file');
  const reader = createPictureReader();
  takeFiles(
    api.app,
    file,
    (app) => {
      mount({ ...api, app }, endpoints.uploadPicture, async ({ context, request }) => {
        const type = essenceOf(request.headers['content-type']);
        const supported = pictureTypes.find((one) => one === type) ?? '';
        const upload = { file: fileOf(request), type: supported };
        return { picture: await addPicture(context, upload, reader) };
      });
    },
    ({ headers }) => adviceOn(essenceOf(headers['content-type'])),
  );

  const { db } = api.database;
  const readFile = createSharedFiles(db);
  api.app.route<{ Params: { name: string } }>({
    // Without a HEAD of its own, Fastify would read each file and throw it away.
    method: ['GET', 'HEAD'],
    url: '/pictures/:name',
    async handler({ method, params }, reply) {
      const key = readPictureName(params.name);
      // Each time: what is in memory may have been taken off the site, by any process.
      const size = key === null ? undefined : await readShownSize(db, key);
      if (key === null || size === undefined) return reply.callNotFound();
      const bytes = method === 'HEAD' ? null : await readFile(key);
      if (bytes === undefined) return reply.callNotFound();
      for (const name of OF_DOCUMENTS) void reply.removeHeader(name);
      void reply
        .type(MEDIA_TYPES[key.format])
        .header('cache-control', 'public, max-age=31536000, immutable');
      return bytes === null ? reply.header('content-length', size).send() : reply.send(bytes);
    },
  });
}
