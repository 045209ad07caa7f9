// Words of a site for tests: short, and valid.
import type { Content } from '../site/content.ts';

const titled = (title: string) => ({ title, text: `About ${title}.` });
const review = (name: string): Content['testimonials']['entries'][number] => ({
  name,
  role: 'Parent',
  rating: 5,
  text: `${name} is glad.`,
  highlight: 'Glad',
});
const question = (about: string) => ({ question: `What about ${about}?`, answer: `${about}!` });

export const SAMPLE_CONTENT: Content = {
  site: {
    name: 'Sample Physics',
    description: 'Lessons in physics.',
    tutor: 'Dr Ada Sample',
    sampleNotice: 'All of it is made up.',
    accent: 'brick',
  },
  contact: { email: 'hello@example.com', phone: '07700 900123', phoneLink: '+447700900123' },
  seller: {
    name: 'Sample Physics',
    address: ['1 Sample Street', 'ZZ99 9ZZ'],
    tax: 'Not VAT registered',
  },
  hero: {
    label: 'Physics',
    heading: 'Physics that adds up.',
    text: 'On {days}.',
    facts: ['{price} a lesson', 'Up to {group_size} students'],
    figure: true,
    caption: 'Two slits.',
    trust: {
      monogram: 'AS',
      role: 'Teacher',
      hours: titled('hours'),
      result: titled('results'),
    },
  },
  profile: {
    heading: 'Meet Dr Ada Sample',
    introduction: 'A physicist.',
    claims: ['first', 'second', 'third'].map(titled),
    channel: { ...titled('videos'), label: 'Watch', address: 'https://example.com/videos' },
  },
  reasons: {
    heading: 'Why',
    text: 'Because.',
    items: ['one', 'two', 'three'].map(titled),
    rhythm: { caption: 'A week.', prepare: 'Prepare', meet: 'Meet', ask: 'Ask' },
    prices: { heading: 'Prices', text: 'Each {duration}.' },
  },
  testimonials: { heading: 'Reviews', entries: ['Ann', 'Ben', 'Cat'].map(review) },
  faq: { heading: 'Questions', entries: ['cameras', 'prep', 'years'].map(question) },
  registration: {
    heading: 'Register',
    text: 'Within {response_hours} hours.',
    highlights: ['a', 'b', 'c'].map(titled),
  },
  terms: { heading: 'Terms', sections: [titled('prices')] },
  privacy: { heading: 'Privacy', sections: [titled('data')] },
};
