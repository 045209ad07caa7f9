// Sends the landing page's enquiry, without sessions and the error catalogue: that page loads neither.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { registerInterest } from '../../domain/endpoints/visitor.ts';
import { HONEYPOT_FIELD, type EnquiryForm } from '../../domain/enquiry.ts';
import { RESPONSE_PROMISE_HOURS, RETRY } from '../../domain/limits.ts';
import { markReported } from '../ui/reported.ts';
import { showToast } from '../ui/toast.ts';
import { retryBy, wordsFor } from './transport/failures.ts';
import { createKeyring } from './transport/request-key.ts';
import { send } from './transport/send.ts';

/**
 * `mutateAsync({...form, [HONEYPOT_FIELD]: ''})`. Shows the toast of success or failure. Sending the same words again after a lost
 * answer counts as the same submission.
 */
export function useRegisterInterest() {
  const [keys] = useState(createKeyring);
  return useMutation({
    ...retryBy(RETRY.registration),
    mutationFn: (body: EnquiryForm & { readonly [HONEYPOT_FIELD]: string }) =>
      send(registerInterest, { body, idempotencyKey: keys.keyFor(body) }, null),
    onError: (error) => {
      markReported(error);
      const words = wordsFor(error, {
        title: 'Registration Failed',
        text: 'Failed to submit registration. Please try again.',
      });
      showToast({ kind: 'destructive', ...words });
    },
    onSuccess: () => {
      keys.answered();
      showToast({
        kind: 'success',
        title: 'Registration Successful!',
        description: `Thank you for your interest. We'll contact you within ${RESPONSE_PROMISE_HOURS} hours to discuss your physics tutoring needs.`,
      });
    },
  });
}
