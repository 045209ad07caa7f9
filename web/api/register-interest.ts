// Sends the landing page's enquiry without the query layer, sessions and the error catalogue, which
// that page does not load.
import { useState } from 'react';

import { registerInterest } from '../../domain/endpoints/visitor.ts';
import { HONEYPOT_FIELD, type EnquiryForm } from '../../domain/enquiry.ts';
import { RESPONSE_PROMISE_HOURS, RETRY } from '../../domain/limits.ts';
import { markReported } from '../ui/reported.ts';
import { showToast } from '../ui/toast.ts';
import { tryBy, wordsFor } from './transport/failures.ts';
import { createKeyring } from './transport/request-key.ts';
import { send } from './transport/send.ts';

/**
 * `await registerInterest(form, honeypot)` returns the time of success in epoch milliseconds. Shows
 * a toast for success or failure, and throws the failure so that the form can mark its fields.
 * Resending the same text after a lost response counts as the same submission.
 */
export function useRegisterInterest(): (form: EnquiryForm, honeypot: string) => Promise<number> {
  const [keys] = useState(createKeyring);
  return async (form, honeypot) => {
    const body = { ...form, [HONEYPOT_FIELD]: honeypot };
    const options = { body, idempotencyKey: keys.keyFor(body) };
    try {
      await tryBy(RETRY.registration, () => send(registerInterest, options, null));
    } catch (error) {
      markReported(error);
      const words = wordsFor(error, {
        title: 'Registration Failed',
        text: 'Failed to submit registration. Please try again.',
      });
      showToast({ kind: 'destructive', ...words });
      throw error;
    }
    keys.answered();
    showToast({
      kind: 'success',
      title: 'Registration Successful!',
      description: `Thank you for your interest. We'll contact you within ${RESPONSE_PROMISE_HOURS} hours to discuss your physics tutoring needs.`,
    });
    return Date.now();
  };
}
