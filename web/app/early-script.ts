// Runs on pages that need a session before their scripts arrive. The build turns it into a small
// inline script. It preloads the page's own scripts together with the app's, but only when someone
// is signed in.
import type { Audience } from '../../domain/auth/session.ts';
import { hasStoredSession, sessionKey } from '../api/transport/storage.ts';

/**
 * Passed as attributes of the script itself, so that its text (and hash) is the same in every
 * build.
 */
const { audience, scripts = '' } = document.currentScript?.dataset ?? {};

// The build writes a valid audience there.
if (hasStoredSession(sessionKey(audience as Audience)))
  for (const href of scripts.split(' ')) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
