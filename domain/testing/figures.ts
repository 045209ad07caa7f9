// A month of the tutor's figures in which nothing happened.
import type { FiguresMonth } from '../figures/figures.ts';

export const NO_MONTH: Omit<FiguresMonth, 'month'> = {
  paid: 0,
  returned: 0,
  kept: 0,
  fees: 0,
  net: 0,
  asked: 0,
  joined: 0,
  left: 0,
  enquiries: 0,
  enquiries_due: 0,
  answered_in_time: 0,
};
