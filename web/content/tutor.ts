// The texts that the site is built with, which hold until the tutor publishes others. business.ts
// and legal.ts have the rest; domain/site/content.ts describes each part, and `npm run build`
// rejects invalid content. {price}, {days}, {times}, {duration}, {group_size} and {response_hours}
// are filled from the business settings. This is a sample: no such tutor exists.
import type { Content } from '../../domain/site/content.ts';

export { contact, seller, site } from './business.ts';
export { privacy, terms } from './legal.ts';

export const hero: Content['hero'] = {
  label: 'GCSE and A-level physics, AQA',
  heading: 'Physics that finally adds up.',
  text: 'Weekly live group lessons on {days} mornings with Dr\u00A0Ada\u00A0Sample.',
  facts: [
    '{price} a lesson, the first one free',
    '{duration}, live, in a small group of up to {group_size} students',
  ],
  figure: true,
  caption: 'Light through two slits: bright where crests meet, dark where crest meets trough.',
  trust: {
    monogram: 'AS',
    role: 'Physics teacher',
    hours: { title: '4000+ hours', text: 'of online teaching' },
    result: { title: 'Top-10% progress', text: 'in national results' },
    // Omit it if you have none.
    check: { title: 'Enhanced DBS check', text: 'sample certificate' },
  },
};

export const profile: Content['profile'] = {
  heading: 'Meet Dr Ada Sample',
  introduction:
    'A physicist who stayed in the classroom because the best part of physics is watching it click for somebody else.',
  claims: [
    {
      title: "Master's in Natural Sciences (Physics)",
      text: 'From Sample University, with a first in experimental physics.',
    },
    {
      title: '10+ years and 4000+ hours of online teaching',
      text: 'Live, week after week, long before it was usual.',
    },
    {
      title: 'Head of Physics experience',
      text: 'Led a school department, with GCSE/A-Level syllabus expertise down to the single line.',
    },
    {
      title: 'Top-10% national progress results',
      text: 'And students who have gone on to places at top universities.',
    },
  ],
  channel: {
    title: 'A video channel anyone can watch',
    text: 'See how a lesson sounds before you book one.',
    label: 'Watch the video channel',
    address: 'https://example.com/videos',
  },
};

export const reasons: Content['reasons'] = {
  heading: 'Why join weekly lessons?',
  text: 'One steady rhythm: prepare, meet, practise, ask. Nothing is left until the week before the exam.',
  items: [
    {
      title: '3-4 prep videos before class',
      text: 'Short, and sent ahead, so that the live hour goes on questions rather than on copying notes.',
    },
    {
      title: 'Practice questions with live feedback',
      text: 'Real exam questions worked through in class, corrected while there is still time to use it.',
    },
    {
      title: 'A group chat for support',
      text: 'Every student is added to one, so nobody stays stuck until the next lesson.',
    },
  ],
  rhythm: {
    caption: 'Videos through the week, one live lesson, and the group chat open all the way along.',
    prepare: 'Prep videos',
    meet: 'Live lesson',
    ask: 'Group chat',
  },
  prices: {
    heading: 'What a lesson costs',
    text: 'One credit books one lesson of {duration}. The first lesson is free.',
  },
};

export const testimonials: Content['testimonials'] = {
  heading: 'What families say',
  entries: [
    {
      name: 'Priya S.',
      role: 'Parent',
      rating: 5,
      text: 'My daughter used to dread physics. Now she explains circuits to us at dinner, unasked.',
      highlight: 'From a grade 5 to an 8 in two terms',
    },
    {
      name: 'Tom W.',
      role: 'Student from the video channel',
      rating: 5,
      text: 'The videos got me started and the lessons made it stick. I finally see where the equations come from.',
      highlight: 'Moments make sense at last',
    },
    {
      name: 'Helen M.',
      role: 'Parent',
      rating: 5,
      text: 'Calm, clear and always prepared. We book a block of lessons and know exactly what is covered.',
      highlight: 'The best hour of the weekend',
    },
    {
      name: 'Yusuf A.',
      role: 'Student from the video channel',
      rating: 5,
      text: 'Camera off, no pressure, and I still asked more questions than in a year of school.',
      highlight: 'I could ask anything',
    },
    {
      name: 'Grace O.',
      role: 'Parent',
      rating: 5,
      text: 'The practice questions with feedback were what made the difference before his mocks.',
      highlight: 'An A in the mock exam',
    },
    {
      name: 'Ellie R.',
      role: 'Student from the video channel',
      rating: 5,
      text: 'Small group, real exam questions, and slides afterwards when I missed one for a match.',
      highlight: 'Now reading physics at university',
    },
  ],
};

export const faq: Content['faq'] = {
  heading: 'Questions parents ask',
  entries: [
    {
      question: 'Do you offer one-on-one lessons?',
      answer: 'A few, and they cost more than group lessons. Spots are limited, so please ask.',
    },
    {
      question: 'Which year groups do you teach?',
      answer: 'GCSE and A-level, Years 10 to 13, for the AQA exam board only.',
    },
    {
      question: 'What happens when we miss a lesson?',
      answer: 'The slides are shared with you afterwards, and you are not charged for the lesson.',
    },
    {
      question: 'What if the prep work is not done?',
      answer:
        'Your child may still attend. The lesson will be harder to follow without the videos.',
    },
    {
      question: 'How is this different from other providers?',
      answer:
        'One experienced teacher for the whole course, short videos before class, and live feedback on practice questions in it.',
    },
    {
      question: 'Do students have to be on camera?',
      answer:
        'No. Camera and microphone are off by default; a student may unmute to ask a question.',
    },
  ],
};

export const registration: Content['registration'] = {
  heading: 'Claim your free lesson',
  text: 'Tell us who is learning and how to reach you.',
  highlights: [
    { title: 'Free initial consultation', text: 'We find the right group together.' },
    { title: '{response_hours}hr response time', text: 'A person answers, not a robot.' },
    { title: 'No commitment', text: 'Book week by week, or not at all.' },
  ],
};
