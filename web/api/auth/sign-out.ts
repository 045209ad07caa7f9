// Signing out, for families and for the tutor. Reports the outcome as a toast.
import { useMutation } from '@tanstack/react-query';

import type { Audience } from '../../../domain/auth/session.ts';
import { adminLogout, logout } from '../../../domain/endpoints/sign-in.ts';
import { showToast } from '../../ui/toast.ts';
import { forgetCourse } from '../lessons/course-choice.ts';
import { forgetStudents } from '../lessons/last-student.ts';
import { forgetAnswers } from '../rooms/unsent-answers.ts';
import { call } from '../transport/client.ts';
import { ApiError, AuthenticationError, NetworkError } from '../transport/failures.ts';
import { clearSession } from '../transport/session.ts';

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
    if (audience === 'family') {
      forgetCourse();
      forgetStudents();
      forgetAnswers();
    }
    clearSession(audience);
  }
}
