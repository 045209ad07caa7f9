// Every word about the tutor that the site shows. To make the site your own, change this file alone; schema.ts says what
// each part must be like, and `npm run build` refuses what does not fit. The words below are a sample: no such tutor exists.
import type { Content } from './schema.ts';

export const site: Content['site'] = {
  name: 'Sample Physics',
  description: 'Weekly live group physics lessons for GCSE and A-level, AQA only. The first lesson is free.',
  tutor: 'Dr Ada Sample',
  sampleNotice: 'Dr Ada Sample is an invented tutor; names, results and reviews on this site are examples.',
};

export const contact: Content['contact'] = {
  email: 'hello@example.com',
  phone: '07700 900123',
  phoneLink: '+447700900123',
};

export const hero: Content['hero'] = {
  label: 'GCSE and A-level physics, AQA',
  heading: 'Physics that finally adds up.',
  text: 'Weekly live group lessons on Saturday and Sunday mornings with Dr Ada Sample, who has taught this syllabus for more than ten years.',
  facts: [
    '£30 a lesson, the first one free',
    '1 hour, live and in a small group',
    '9:00am or 10:00am UK time',
  ],
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
      title: '10+ years and 4000+ hours online',
      text: 'Teaching live, online, week after week, long before it was usual.',
    },
    {
      title: 'Head of Physics',
      text: 'Led a school department and knows the GCSE and A-Level syllabus line by line.',
    },
    {
      title: 'Top-10% national progress',
      text: 'Students among the top 10% for progress, with places at top universities.',
    },
  ],
  channel: { label: 'Watch lessons on the video channel', address: 'https://example.com/videos' },
};

export const reasons: Content['reasons'] = {
  heading: 'Why join weekly lessons?',
  text: 'One steady rhythm: prepare, meet, practise, ask. Nothing is left until the week before the exam.',
  items: [
    {
      title: 'Prepare with 3-4 short videos',
      text: 'Sent before class, so that the live hour goes on questions rather than on copying notes.',
    },
    {
      title: 'Practise with live feedback',
      text: 'Exam questions worked through in class, with feedback while there is still time to use it.',
    },
    {
      title: 'Ask in the group chat',
      text: 'Every student joins a group chat for support between lessons.',
    },
    {
      title: 'Follow the AQA syllabus',
      text: 'GCSE and A-level, AQA only: every lesson is on what the exam asks.',
    },
  ],
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
      answer: 'A few, and they cost more than group lessons. Places are limited, so please ask.',
    },
    {
      question: 'Which year groups do you teach?',
      answer: 'GCSE and A-level, Years 10 to 13, for the AQA exam board only.',
    },
    {
      question: 'What happens when we miss a lesson?',
      answer: 'The slides are shared afterwards, and you are not charged for a lesson that you did not book.',
    },
    {
      question: 'What if the prep work is not done?',
      answer: 'Your child may still attend. The lesson will be harder to follow without the videos.',
    },
    {
      question: 'How is this different from other providers?',
      answer:
        'One experienced teacher for the whole course, short videos before class, and live feedback on practice questions in it.',
    },
    {
      question: 'Do students have to be on camera?',
      answer: 'No. Camera and microphone are off by default; a student may unmute to ask a question.',
    },
  ],
};

export const registration: Content['registration'] = {
  heading: 'Claim a free first lesson',
  text: 'Tell us who is learning and how to reach you. We answer within 24 hours.',
  highlights: [
    { title: 'Free initial consultation', text: 'We find the right group together.' },
    { title: '24hr response time', text: 'A person answers, not a robot.' },
    { title: 'No commitment', text: 'Book week by week, or not at all.' },
  ],
};
