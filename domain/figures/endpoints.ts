// The call for the tutor's figures.
import { endpoint, ok } from '../endpoint.ts';
import * as figures from './figures.ts';

export const getFigures = endpoint('GET', '/api/admin/figures', {
  summary: 'Return lessons by week and time, and money and families by month',
  auth: 'admin',
  query: figures.figuresWindow,
  answer: ok({ figures: figures.figuresSchema }),
});
