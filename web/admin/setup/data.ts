// The first admin's account, made with the one-time address that the server shows.
import { useMutation } from '@tanstack/react-query';

import { setUp } from '../../../domain/auth/endpoints.ts';
import type { Setup } from '../../../domain/auth/sign-in.ts';
import { call } from '../../transport/client.ts';
import { saveSession } from '../../transport/session.ts';

/** `mutateAsync(form)` creates the account and signs in; useSession('admin') then returns it. */
export function useSetUp() {
  return useMutation({
    meta: {
      operation: { title: 'Error', text: 'Unable to create your account. Please try again.' },
      isShownByForm: true,
    },
    // A repeat after a lost response would be refused, because the address was used.
    retry: false,
    mutationFn: (form: Setup) => call(setUp, { body: form }),
    onSuccess: (answer) => saveSession('admin', answer),
  });
}
