// Sends the landing page's enquiry, without the query layer, sessions and the error catalogue: that page loads none of them.
import { useRef } from 'react';

import { registerInterest } from '../../domain/endpoints/visitor.ts';
import { HONEYPOT_FIELD, type EnquiryForm } from '../../domain/enquiry.ts';
import { RESPONSE_PROMISE_HOURS } from '../../domain/limits.ts';
import { markReported } from '../ui/reported.ts';
import { showToast } from '../ui/toast.ts';
import { withAttempts } from './transport/attempts.ts';
import { wordsFor } from './transport/failure-words.ts';
import { randomKey } from './transport/request-key.ts';
import { send } from './transport/send.ts';

interface Submission {
  readonly body: string;
  readonly idempotencyKey: string;
}

/**
 * `await registerInterest(form, honeypot)` returns when it was done, in epoch milliseconds. Shows the toast of success or failure; throws the failure, so that the form can
 * mark its fields. Sending the same words again after a lost answer counts as the same submission.
 */
export function useRegisterInterest(): (form: EnquiryForm, honeypot: string) => Promise<number> {
  const last = useRef<Submission | null>(null);
  return async (form, honeypot) => {
    const body = { ...form, [HONEYPOT_FIELD]: honeypot };
    const text = JSON.stringify(body);
    const idempotencyKey = last.current?.body === text ? last.current.idempotencyKey : randomKey();
    last.current = { body: text, idempotencyKey };
    try {
      await withAttempts(registerInterest, undefined, () =>
        send(registerInterest, { body, idempotencyKey }, null),
      );
    } catch (error) {
      markReported(error);
      const words = wordsFor(error, {
        title: 'Registration Failed',
        text: 'Failed to submit registration. Please try again.',
      });
      showToast({ kind: 'destructive', ...words });
      throw error;
    }
    last.current = null;
    showToast({
      kind: 'success',
      title: 'Registration Successful!',
      description: `Thank you for your interest. We'll contact you within ${RESPONSE_PROMISE_HOURS} hours to discuss your physics tutoring needs.`,
    });
    return Date.now();
  };
}
