// Sends the landing page's enquiry, without the query layer, which that page does not load.
import { useRef } from 'react';

import * as endpoints from '../../domain/endpoints.ts';
import { HONEYPOT_FIELD, type EnquiryForm } from '../../domain/enquiry.ts';
import { RESPONSE_PROMISE_HOURS } from '../../domain/limits.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './transport/client.ts';
import { reportFailure } from './transport/errors.ts';
import { randomKey } from './transport/request-key.ts';

interface Submission {
  readonly body: string;
  readonly idempotencyKey: string;
}

/**
 * `await registerInterest(form, honeypot)`. Shows the toast of success or failure; throws the failure, so that the form can
 * mark its fields. Sending the same words again after a lost answer counts as the same submission.
 */
export function useRegisterInterest(): (form: EnquiryForm, honeypot: string) => Promise<void> {
  const last = useRef<Submission | null>(null);
  return async (form, honeypot) => {
    const body = { ...form, [HONEYPOT_FIELD]: honeypot };
    const text = JSON.stringify(body);
    const idempotencyKey = last.current?.body === text ? last.current.idempotencyKey : randomKey();
    last.current = { body: text, idempotencyKey };
    try {
      await call(endpoints.registerInterest, { body, idempotencyKey });
    } catch (error) {
      reportFailure(error, {
        title: 'Registration Failed',
        text: 'Failed to submit registration. Please try again.',
      });
      throw error;
    }
    last.current = null;
    showToast({
      kind: 'success',
      title: 'Registration Successful!',
      description: `Thank you for your interest. We'll contact you within ${RESPONSE_PROMISE_HOURS} hours to discuss your physics tutoring needs.`,
    });
  };
}
