// HTTP routes of the letter after a lesson, for the tutor.
import * as endpoints from '../../../domain/endpoints.ts';
import type { SenderSource } from '../../email/sender.ts';
import { type Api, mount } from '../../http/mount.ts';
import { changeLetter, previewLetter } from './letter.ts';

export function mountLetterRoutes(api: Api, sender: SenderSource): void {
  const { db } = api.database;
  mount(api, endpoints.changeLetter, async ({ context, params, body }) => ({
    letter: await changeLetter(context, params.id, body),
  }));
  mount(api, endpoints.previewLetter, async ({ context, params, body }) => {
    const { Student_ID: studentId, sentence } = body;
    const draft = { lessonId: params.id, studentId, sentence };
    return previewLetter(db, await sender(), draft, context.now);
  });
}
