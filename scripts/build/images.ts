// `npm run images`: draws the share image, the icons and favicon.ico into web/public/ from the
// texts, the figure and the letters of the site, as the server does when the tutor publishes
// others. Run this again after changing the name or the heading in web/content.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { DEFAULT_BUSINESS, toPublicBusiness } from '../../domain/business.ts';
import { fillContent } from '../../domain/site/placeholders.ts';
import { allowTsx } from '../../server/base/tsx.ts';
import { makeImages } from '../../server/pictures/images.ts';
import { SHIPPED_CONTENT } from './shipped-content.ts';

allowTsx();
const { drawImages } = await import('../../web/prerender/images.tsx');

const folder = path.resolve(import.meta.dirname, '../../web/public');
const content = fillContent(SHIPPED_CONTENT, toPublicBusiness(DEFAULT_BUSINESS));
const files = await makeImages(await drawImages(content));
for (const { path: file, bytes } of files) writeFileSync(path.join(folder, file), bytes);
console.log(`Drew ${files.length} images into web/public.`);
