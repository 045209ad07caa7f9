// A visitor's registration of interest, and how the tutor sees it.
import * as z from 'zod/mini';

import { email, instant, personName, phone } from './text.ts';

export const yearClasses = ['year-10', 'year-11', 'year-12', 'year-13'] as const;
export type YearClass = (typeof yearClasses)[number];

/** 'Year 10' for 'year-10'. */
export function yearLabel(yearClass: YearClass): string {
  return `Year ${yearClass.slice('year-'.length)}`;
}

const yearClass = z.enum(yearClasses, { error: 'Please select a valid year class' });

export const enquirySchema = z.object({
  name: personName('Name'),
  email,
  mobile: phone,
  year_class: yearClass,
});
export type EnquiryForm = z.infer<typeof enquirySchema>;

/** The form field that people never see; whatever fills it in is not a person. */
export const HONEYPOT_FIELD = 'website';

export const customerSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  year_class: yearClass,
  created_at: instant,
});
export type Customer = z.infer<typeof customerSchema>;

const byNewest = (a: Customer, b: Customer) =>
  a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0;

/** The enquiries whose name, email, mobile or year contains `search` in any case, newest first. */
export function searchCustomers(customers: readonly Customer[], search: string): Customer[] {
  const wanted = search.trim().toLowerCase();
  return customers
    .filter((customer) =>
      [
        customer.name,
        customer.email,
        customer.mobile,
        customer.year_class,
        yearLabel(customer.year_class),
      ].some((text) => text.toLowerCase().includes(wanted)),
    )
    .toSorted(byNewest);
}
