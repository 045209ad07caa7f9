// The words of the tutor's site: how long its texts can be, and how many entries its lists have.

export const CONTENT = {
  name: { min: 2, max: 60 },
  description: 160,
  phone: 30,
  /** A heading, a title or a name. */
  short: 200,
  question: 200,
  /** One of the short facts beneath the buttons. */
  fact: 300,
  /** A paragraph, an answer or a review. */
  long: 1000,
  /** The text of a section of the terms or the privacy page. */
  section: 12_000,
  sections: { min: 1, max: 40 },
  rating: { min: 1, max: 5 },
  reviews: { min: 3, max: 12 },
  questions: { min: 3, max: 20 },
  claims: { min: 3, max: 6 },
} as const;
