// What a page behind a session runs before its scripts arrive. The build makes one small script of
// it and puts that into the page: whoever is signed in is sent the page's own scripts together with
// the app's, strangers are not.
import type { Audience } from '../../domain/account.ts';
import { holdsSession, sessionKey } from '../api/transport/session-key.ts';

/** The attributes of the script itself, so that it stays the same whatever is built. */
const { audience, scripts = '' } = document.currentScript?.dataset ?? {};

// The build writes an audience there.
if (holdsSession(sessionKey(audience as Audience)))
  for (const href of scripts.split(' ')) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
