// Signing out, for families and for the tutor. Reports the outcome as a toast.
import { useMutation } from '@tanstack/react-query';

import { adminLogout, logout } from '../../domain/auth/sign-in-endpoints.ts';
import type { Audience } from '../../domain/endpoint.ts';
import { call } from '../transport/client.ts';
import { ApiError, AuthenticationError, NetworkError } from '../transport/failures.ts';
import { clearSession } from '../transport/session.ts';
import { SIGN_UP_DRAFT, tryStorage } from '../transport/storage.ts';
import { showToast } from '../ui/toast.ts';
import { forgetCheckout, forgetCourse, forgetStudents } from './remembered.ts';
import { forgetAnswers } from './unsent-answers.ts';

/** `mutate()`: ends the session on the server and, whatever the response, on this device. */
export function useLogout(audience: Audience) {
  return useMutation({
    retry: false,
    mutationFn: () => endSession(audience),
    onSuccess: (isEndedEverywhere) =>
      showToast({
        kind: 'info',
        title: 'Logged Out',
        description: isEndedEverywhere
          ? 'You have been successfully logged out.'
          : 'You are logged out on this device only.',
      }),
  });
}

/** Returns whether the server has ended the session. */
async function endSession(audience: Audience): Promise<boolean> {
  try {
    await call(audience === 'family' ? logout : adminLogout);
    return true;
  } catch (error) {
    // A session that is already gone counts as success.
    if (error instanceof AuthenticationError) return true;
    if (error instanceof ApiError || error instanceof NetworkError) return false;
    throw error;
  } finally {
    if (audience === 'family') endFamilySession();
    else clearSession(audience);
  }
}

/**
 * Ends the family's session on this device and removes all that it has stored here, as the privacy
 * page promises: somebody signs out, leaves the family or deletes the account. A session that
 * expires, or ends with a new password, leaves its choices and unsent answers to the same person's
 * next sign-in; the sign-in of anybody else deletes the answers (query-client.ts).
 */
export function endFamilySession(): void {
  forgetCourse();
  forgetStudents();
  forgetCheckout();
  forgetAnswers();
  tryStorage('tab', (storage) => storage.removeItem(SIGN_UP_DRAFT));
  clearSession('family');
}
