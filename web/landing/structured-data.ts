// Structured data about the lessons for search engines (schema.org JSON-LD), from the same content
// and business settings as the page.
import { lessonPricePence } from '../../domain/business-words.ts';
import type { PublicBusiness } from '../../domain/business.ts';
import { CURRENCY, LESSON_MINUTES } from '../../domain/limits.ts';
import { contactAnchor, paths } from '../../domain/paths.ts';
import type { Content } from '../../domain/site/content.ts';

const PENCE = 100;
/** The channel can also be a mailbox or a telephone. */
const isWebAddress = (link: string) => /^https?:/i.test(link);

interface Addresses {
  /** The site's public address, without a trailing slash. */
  readonly address: string;
  /** The paths of pictures. */
  readonly image: string;
  readonly logo?: string | undefined;
  readonly portrait?: string | undefined;
}

export function structuredData(
  { contact, hero, profile, site }: Content,
  business: PublicBusiness,
  { address, image, logo, portrait }: Addresses,
): object {
  const named = (name: string, path: string | undefined) =>
    path === undefined ? {} : { [name]: `${address}${path}` };
  const home = `${address}${paths.home}`;
  const organization = `${home}#organization`;
  const tutor = `${home}#tutor`;
  const person = {
    '@type': 'Person',
    '@id': tutor,
    name: site.tutor,
    jobTitle: hero.trust.role,
    ...named('image', portrait),
    knowsAbout: profile.claims.map(({ title }) => title),
  };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'EducationalOrganization',
        '@id': organization,
        name: site.name,
        description: site.description,
        url: home,
        ...named('image', image),
        ...named('logo', logo),
        email: contact.email,
        telephone: contact.phoneLink,
        areaServed: 'GB',
        ...(isWebAddress(profile.channel.address) ? { sameAs: [profile.channel.address] } : {}),
        employee: person,
      },
      {
        '@type': 'Course',
        name: site.name,
        description: site.description,
        provider: { '@type': 'EducationalOrganization', '@id': organization, name: site.name },
        inLanguage: 'en-GB',
        educationalLevel: ['GCSE', 'A-level'],
        about: hero.label,
        offers: {
          '@type': 'Offer',
          category: 'Paid',
          price: (lessonPricePence(business) / PENCE).toFixed(2),
          priceCurrency: CURRENCY.toUpperCase(),
          availability: 'https://schema.org/InStock',
          url: `${home}#${contactAnchor}`,
        },
        hasCourseInstance: {
          '@type': 'CourseInstance',
          courseMode: 'Online',
          // Per week. A courseSchedule would need the number of weeks, and the course is
          // open-ended.
          courseWorkload: `PT${LESSON_MINUTES}M`,
          instructor: { '@type': 'Person', '@id': tutor, name: site.tutor },
        },
      },
    ],
  };
}
