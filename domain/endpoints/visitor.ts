// What a visitor's browser calls from the landing page, which loads this file and no other one of the API.
import { endpoint, ok } from '../endpoint.ts';
import * as enquiry from '../enquiry.ts';
import { RETRY } from '../limits.ts';

export const registerInterest = endpoint('POST', '/api/customers', {
  auth: 'none', body: enquiry.enquirySchema, answer: ok({}), status: 201, limited: true, idempotent: true,
  retry: RETRY.registration,
});
