// The terms and the privacy page: samples for a sole trader in the UK. Read them as your own before
// you teach: the law holds you to what they say.
import type { Content } from '../../domain/site/content.ts';

/** A part of the list on the privacy page: a line that opens it, then what, why and until when. */
const entryOf = (when: string, what: string, why: string, until: string) =>
  `${when}\nWhat: ${what}\nWhy: ${why}\nUntil: ${until}`;

const paragraphs = (...all: readonly string[]) => all.join('\n\n');

export const terms: Content['terms'] = {
  heading: 'Terms',
  sections: [
    {
      title: 'Who teaches',
      text: paragraphs(
        'The name and the address above are those of a sole trader. The lessons are taught by the tutor named on this site, live and online.',
        'These terms are the contract between us and the parent or guardian who makes the account. You must be 18 or over to make one.',
      ),
    },
    {
      title: 'What you buy',
      text: 'One credit books one live group lesson of {duration} for one student, with its videos, slides and practice questions. Lessons have up to {group_size} students unless the lesson says otherwise. You need a device with sound, a browser and an internet connection. We teach with care and skill, but no tutor can promise a grade.',
    },
    {
      title: 'What it costs',
      text: paragraphs(
        'One lesson costs {price}. Several credits bought together may cost less each; the price of every package is shown before you pay. The price that you see when you start to pay is the price you pay, less a promotion code if you enter one. There is no subscription, and credits do not expire.',
        'The first lesson of a family is free, once.',
      ),
    },
    {
      title: 'Booking and cancelling',
      text: paragraphs(
        'A lesson is booked once the site confirms it. Up to one hour before its start you can cancel it yourself, and the credit comes back at once. After that it can no longer be cancelled.',
        'If a student misses a lesson, tell us: the slides are shared with you afterwards, and you are not charged for the lesson.',
        'If we have to cancel a lesson, we tell you by email and return the credit. If that does not suit you, we refund its price.',
      ),
    },
    {
      title: 'Changing your mind: 14 days',
      text: paragraphs(
        'You may cancel a purchase within 14 days of the day you made it, without giving a reason. Tell us so in any clear statement, such as an email to the address above.',
        'We refund the credits that you have not used, within 14 days of hearing from you, to the card you paid with and without a fee. If you book a lesson that takes place within those 14 days, you ask us to begin at once, and we keep the price of the lessons given by then.',
        'Your rights under the Consumer Rights Act 2015 and the Consumer Contracts Regulations 2013 are not affected by anything on this page.',
      ),
    },
    {
      title: 'In the lesson',
      text: 'Camera and microphone are off by default. The link into a lesson is for the student who is booked: please do not pass it on, and do not record the lesson. We may ask a student who disturbs the others to leave, and then talk to a parent.',
    },
    {
      title: 'If something is wrong',
      text: paragraphs(
        'Write to us or call: we answer within {response_hours} hours. If a lesson was not given with reasonable care and skill, we give it again or refund its price.',
        'Nothing here limits our responsibility for death or injury caused by negligence, or for fraud. We are not responsible for a loss that neither of us could foresee when you booked.',
      ),
    },
    {
      title: 'Changes, and the law',
      text: 'If we change these terms, the new ones hold for credits bought afterwards. The law of England and Wales applies; if you live in Scotland or Northern Ireland, you may also bring a claim there.',
    },
  ],
};

export const privacy: Content['privacy'] = {
  heading: 'Privacy',
  sections: [
    {
      title: 'What is stored, and why',
      text: paragraphs(
        entryOf(
          'When you register interest',
          'Name, email, mobile number and year level; our note about the enquiry, when we invited you and to which lesson, and the emails about it.',
          'To answer you and to arrange the free first lesson: steps you asked for before a contract.',
          'You ask us to delete it or, if nothing came of it, a year has passed since we were last in touch.',
        ),
        entryOf(
          'When you are given the free first lesson, or invited to it automatically',
          'A fingerprint each of your email address and your phone number: computed from them so slowly that nobody gets them back from it.',
          'To give the free lesson once to each family and to write to nobody twice: our legitimate interest.',
          'We no longer give free lessons. It stays when you leave, for it tells us only that the same address or number has come again.',
        ),
        entryOf(
          'When you have an account',
          "Each parent's name, email and phone number, each student's name and year, a password, which is stored only as a hash, when you signed in, who you have invited, and which emails were sent to you.",
          'To give the lessons you book: our contract with you.',
          'You leave the family or delete the account, which you can do yourself, at once; after 60 days if nobody has confirmed the address or used the account.',
        ),
        entryOf(
          'When you come along from a product that we used before',
          "What you gave us there: your name, email and phone number, each student's name and year, and the credits left.",
          'To go on giving the lessons that you have paid for: our contract with you.',
          'You leave the family or delete the account; a year later if nobody has used the account by then.',
        ),
        entryOf(
          'When a student has a sign-in of their own',
          'The name, an email address, a password, which is stored only as a hash, and when the student signed in.',
          'So that the student can see and join the lessons. Only a parent can ask for it, and nothing needs it.',
          'A parent takes the sign-in away, removes the student or deletes the account, at once.',
        ),
        entryOf(
          'When you are invited into a family',
          'The email address that the invitation went to, who invited you, and until when it is open.',
          'So that nobody but the one who was meant comes in.',
          'You accept it, a parent withdraws it, or it is cleared away once its 7 days are over.',
        ),
        entryOf(
          'When you book or attend',
          'The lessons booked, cancelled, attended and missed, for which student, when a lesson was first joined by its link or the tutor was told that the student cannot come, when the email about it went to you, every credit gained or spent, and our reason for it.',
          'To hold your place and to keep your balance right.',
          'You delete the account; the entries then stay without a name or a reason, as accounts have to.',
        ),
        entryOf(
          'When a student prepares, answers and practises',
          'Videos and slides marked as done, answers with the time they were given, what was right, and the questions to practise.',
          'To give feedback, to choose what to practise, and so that the tutor sees whom to help.',
          'You remove the student or delete the account, which you can do yourself, at once.',
        ),
        entryOf(
          'When you pay',
          'The amount, the time, the number of the invoice and a reference. Card details go to Stripe, our payment provider, and never reach us.',
          'To add your credits and to keep the records that tax law asks for.',
          'Tax law lets us delete it, six years after the tax year; without your name once you have deleted the account.',
        ),
        entryOf(
          'When you use the site',
          'Your network address and the page asked for, in the log of our server, and in counters that limit abuse.',
          'To find faults and to stop abuse: our legitimate interest.',
          'The log is overwritten; the counters are cleared after a day.',
        ),
      ),
    },
    {
      title: 'No cookies, no trackers',
      text: 'The site sets no cookies and loads nothing from anybody else. If you sign in, a token is kept on your device so that you stay signed in; where several students share an account, so is the number of the one you last booked for. Answers to questions that could not be sent yet wait there too. All of it is removed when you sign out. There is no advertising, no analytics and no profile of you.',
    },
    {
      title: 'Children',
      text: paragraphs(
        'Most of our students are under 18, so we follow the Children’s Code. Accounts are made by a parent or guardian. About the student we keep the name and year, and the lessons booked. In lessons camera and microphone are off by default. A child’s data serves the lessons and nothing else: it is never sold, and never used to hold anybody’s attention.',
        'A student signs in only if a parent has asked for it. The parents and the tutor see the lessons of every student; a student sees their own lessons and the way into them, and no money. Booking is off at first, and a parent may allow it. Parents see whether a student has a sign-in and for which address, not what they do with it.',
      ),
    },
    {
      title: 'What deleting does',
      text: paragraphs(
        'When the account is deleted, this is erased from our database and files: the names, email addresses, phone numbers and passwords of everybody in the family; when they signed in; open invitations; the reasons we gave for changes of credits; the emails we kept; what students answered and practised; and any enquiry made with both the email address and the phone number of a parent, with our note and the emails about it. One last email tells each parent so. An address is erased once that email has been sent, or once we give up sending it, after a day and a half. A parent who leaves, and a student who is removed or whose sign-in is taken away, are erased in the same way, while the family stays.',
        'What stays belongs to a number that leads to nobody: the amounts, dates and Stripe references of payments, the changes of credits, and which lessons were booked. Our record of what we did in our own area holds such numbers too, and no names. Of a free lesson the fingerprints of address and phone number stay, which name nobody. How often we have written to an address that nobody has confirmed is forgotten after a day.',
        'A form that our protection against bots has caught is deleted after 30 days. Any other enquiry is deleted when you write to us or, if nothing came of it, a year after we were last in touch, with our note and the emails about it. What we cannot reach from here we delete by hand when you ask: emails that have arrived in our own mailbox, and lists of enquiries that we have saved. Safety copies of the database hold what was deleted until newer ones replace them.',
      ),
    },
    {
      title: 'Who else sees it',
      text: 'Stripe, for payments; the companies that run our server and carry our email; and the video meeting and group chat services that students join. Each gets only what its part of the work needs, and keeps its own records: Stripe, for one, the email address you paid with.',
    },
    {
      title: 'Your rights',
      text: paragraphs(
        'We are responsible for your data under the UK GDPR. You may see, correct, take away or delete it, or object to its use. Signed in, each parent can take a copy of everything; the one who holds the account can delete it, and another can leave it. Otherwise write to us and we answer within a month; students may, too. The copy shows an enquiry where it was made with both the email address and the phone number of your account, once you have confirmed that address; of any other, please ask us.',
        'If we got it wrong, you may complain to the Information Commissioner’s Office, the UK’s regulator.',
      ),
    },
  ],
};
