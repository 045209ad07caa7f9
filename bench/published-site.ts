// Publishes the sample words with a portrait, as a tutor would through the API.
import sharp from 'sharp';

import type { AnswerOf, Endpoint } from '../domain/endpoint.ts';
import {
  adminLogin,
  getSite,
  publishSite,
  saveSiteDraft,
  uploadPicture,
} from '../domain/endpoints.ts';

/** The tutor of a server that is started with these settings. */
export const TUTOR = {
  ADMIN_NAME: 'Ada Sample',
  ADMIN_EMAIL: 'tutor@example.com',
  ADMIN_PASSWORD: 'a password for benches',
} as const;

/** Soft noise; it compresses about as well as a photograph. */
const drawPortrait = () =>
  sharp({
    create: {
      width: 1600,
      height: 2000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .blur(3)
    .jpeg()
    .toBuffer();

/** Publishes a portrait on the site at `url`, whose tutor is TUTOR. */
export async function publishPortrait(url: string): Promise<void> {
  let token: string | null = null;
  const call = async <E extends Endpoint>(
    endpoint: E,
    content: { type: string; body: BodyInit } | null = null,
  ): Promise<AnswerOf<E>> => {
    const { method, path } = endpoint;
    const headers = {
      ...(content === null ? {} : { 'content-type': content.type }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(url + path, { method, headers, body: content?.body ?? null });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    // The server answers with this endpoint's schema.
    return (await answer.json()) as AnswerOf<E>;
  };
  const json = (body: object) => ({ type: 'application/json', body: JSON.stringify(body) });
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = TUTOR;
  token = (await call(adminLogin, json({ email, password }))).session.access_token;
  const body = new Uint8Array(await drawPortrait());
  const { picture } = await call(uploadPicture, { type: 'image/jpeg', body });
  const { content, revision } = (await call(getSite)).site.draft;
  const portrait = { id: picture.id, alt: 'The tutor at a whiteboard' };
  const draft = { ...content, profile: { ...content.profile, portrait } };
  const saved = await call(saveSiteDraft, json({ content: draft, revision }));
  await call(publishSite, json({ revision: saved.site.draft.revision }));
}
