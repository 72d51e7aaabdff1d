import { Link } from 'react-router'
import { englishLayoutTexts } from '../../../shared/layout-texts.ts'
import type { FaqReader } from './faq-parameters.ts'
import { ContactLink, capitalize, type FaqTexts, inlineLinkClass, type QuestionText } from './questions.tsx'

const role = (employer: string): QuestionText => ({
  question: 'What is Twofold, and what does it do?',
  answer: (
    <>
      <p>
        Many employers match their people’s gifts. Twofold works for the nonprofit you gave to: we look up what{' '}
        {employer} matches, tell you the one step to take, and remind you before the deadline.
      </p>
      <p>
        We are a steward, not a bank. Your gift went to the nonprofit, the match goes from the employer to the
        nonprofit, and neither passes through us. {capitalize(employer)} decides whether a gift is matched.
      </p>
    </>
  ),
})

const partner: FaqTexts['partner'] = (kind, employer) => {
  const who = {
    vr: 'The fundraising platform you gave through',
    apex: 'The company that ran the fundraiser at your school',
  }[kind]
  const short = { vr: 'the fundraising platform', apex: 'the company behind the fundraiser' }[kind]
  return {
    who: {
      question: 'Who does what: the nonprofit, the partner and Twofold?',
      answer: (
        <ul>
          <li>
            <strong>The nonprofit or school</strong> received your gift and is the one that will receive the match.
          </li>
          <li>
            <strong>{who}</strong> took your gift and passed it on. It told us about the gift so that it can be matched.
          </li>
          <li>
            <strong>Twofold</strong> finds out how {employer} matches, and guides you and the nonprofit through it.
          </li>
        </ul>
      ),
    },
    refused: {
      question: `My company says it doesn’t match ${short}. What now?`,
      answer: (
        <>
          <p>
            That’s right, and it’s no obstacle: {short} isn’t the nonprofit. Ask for the match of a gift to{' '}
            <strong>the nonprofit or school that received it</strong>. Use its name and its tax ID (EIN), which are in
            our email and on your receipt.
          </p>
          <p>
            If the form asks how you gave, say “online, by card” or whatever comes closest. If your company still says
            no, <ContactLink>tell us</ContactLink> what it answered and we’ll look into it.
          </p>
        </>
      ),
    },
  }
}

const how: FaqTexts['how'] = {
  portal: (employer) => ({
    question: `How does matching work on ${employer}’s giving portal?`,
    answer: (
      <>
        <p>{capitalize(employer)} takes requests on its own giving portal. It takes about five minutes:</p>
        <ol>
          <li>Press the button in our email. It leads to the portal; sign in as you do at work.</li>
          <li>Choose to request a match for a gift you already made, and find the nonprofit by its name or tax ID.</li>
          <li>Enter the amount and date of your gift, and attach the receipt if you’re asked for one.</li>
          <li>Come back to our page and press “I submitted it”, so that we stop reminding you.</li>
        </ol>
        <p>The portal then asks the nonprofit to confirm the gift, and your employer pays.</p>
      </>
    ),
  }),
  manual: (employer) => ({
    question: `How does matching work when I write to ${employer}?`,
    answer: (
      <>
        <p>{capitalize(employer)} takes requests by email or letter. We wrote it for you:</p>
        <ol>
          <li>Press the button in our email and read the text. It names the nonprofit, its tax ID and your gift.</li>
          <li>Send it from your work address to the contact shown there.</li>
          <li>Press “I submitted it” on our page.</li>
        </ol>
        <p>
          If the contact asks for more, such as a receipt or a letter from the nonprofit, the nonprofit can give you
          both.
        </p>
      </>
    ),
  }),
  esign: (employer) => ({
    question: `How does matching work with ${employer}’s form?`,
    answer: (
      <>
        <p>{capitalize(employer)} asks for a signed form.</p>
        <ol>
          <li>Press the button in our email to open the form, or to read where to get it.</li>
          <li>Check your details, fill in what’s missing and sign. Some employers accept only a signature on paper.</li>
          <li>Send it as the page says. Where the nonprofit has to sign too, it does so after you.</li>
        </ol>
        <p>
          A form that you sign on our page is done with that. One that you send yourself is done when you press “I sent
          it” or “I mailed it” there: then we stop reminding you.
        </p>
      </>
    ),
  }),
  direct: (employer) => ({
    question: `How does matching work when ${employer} matches only its own giving site?`,
    answer: (
      <>
        <p>
          {capitalize(employer)} matches gifts made on its own giving site or through payroll. A gift made elsewhere
          can’t be matched afterwards, so there’s nothing to submit for this one.
        </p>
        <p>
          Next time, give to the same nonprofit through your company’s giving site: the match is then added
          automatically.
        </p>
      </>
    ),
  }),
}

const wrong = ({ correction }: FaqReader): QuestionText => ({
  question: 'My name, my email or my company is wrong. How do I correct it?',
  answer: correction ? (
    <>
      <p>
        <Link to={correction.path} className={inlineLinkClass}>
          Update your match request
        </Link>
        . Only you can: we send a one-time link to the address the request belongs to, and it opens the form.
      </p>
      <p>Changing the email hands the match request over to that address.</p>
    </>
  ) : (
    <p>
      Press the button in our latest email about your match, and choose “Correct my name, email or employer” at the foot
      of the page. If you no longer have the email, <ContactLink>write to us</ContactLink> from the address it went to,
      and say which gift it is about and what should change.
    </p>
  ),
})

const other: QuestionText = {
  question: 'My company isn’t in the list. What do I choose?',
  answer: (
    <>
      <p>
        First try other names: the parent company, the name on your pay stub, or the name without “Inc.”. If it’s still
        not there, choose <strong>“Other”</strong> with the name as you typed it.
      </p>
      <p>We’ll look into the company and write to you as soon as we know whether and how it matches gifts.</p>
    </>
  ),
}

const link = ({ company }: FaqReader): QuestionText => ({
  question: 'The link in the matching email doesn’t work. What can I do?',
  answer: (
    <>
      <p>
        Copy the whole address into your browser: email apps sometimes cut long ones off. If it leads to a giving
        portal, try it from {company ?? 'your company'}’s network or through its intranet, since many open only from
        there. A search for “matching gifts” on the intranet finds most of them.
      </p>
      <p>
        Companies move their portals. If the page is gone, <ContactLink>tell us</ContactLink>: we’ll correct it for
        everyone who works there.
      </p>
    </>
  ),
})

const received: QuestionText = {
  question: 'Can you confirm that the matching dollars were received?',
  answer: (
    <>
      <p>
        Not really. The money goes from the employer, or a company that pays on its behalf, straight to the nonprofit.
        Payments often come as one sum for many people and many months, without names, so even the nonprofit can’t
        always tell whose match is in it.
      </p>
      <p>
        Your company’s giving portal is the best place to look: it shows whether your request was approved and paid.
      </p>
    </>
  ),
}

const minimum = (employer: string): QuestionText => ({
  question: 'My gift is below my company’s minimum. Is it lost?',
  answer: (
    <p>
      No. More gifts to the same nonprofit are added to it: once they reach {employer}’s minimum together, within its
      deadline, we’ll write to you about requesting the match for the total. A few companies count every gift by itself;
      then a small one can’t be matched.
    </p>
  ),
})

const child: QuestionText = {
  question: 'Does my child get credit for the matched amount?',
  answer: (
    <p>
      Probably not. The match arrives weeks or months later, when most fundraisers are over and their prizes handed out,
      and it goes to the school or nonprofit as a whole. Ask whoever runs the fundraiser: some count matches that were
      requested.
    </p>
  ),
}

const deadline = (employer: string): QuestionText => ({
  question: 'How long do I have to request the match?',
  answer: (
    <p>
      That’s up to {employer}: often within a year of the gift or by the end of the calendar year, sometimes within 90
      days. When we know the date, it’s in our emails. If your match hasn’t progressed, you get a “Match About to
      Expire” email one week before the deadline. After it, the gift can no longer be matched.
    </p>
  ),
})

const payout = (employer: string): QuestionText => ({
  question: 'When is the match paid?',
  answer: (
    <p>
      It varies by company. Many pay once a quarter, some every month, some once a year, and often through a company
      that combines many payments into one. {capitalize(employer)} knows its own schedule; three to six months after the
      request is not unusual.
    </p>
  ),
})

export const english: FaqTexts = {
  tag: '',
  frame: englishLayoutTexts,
  title: 'Frequently Asked Questions',
  lead: 'Guidance for donors and nonprofits',
  general: 'General',
  workingWith: (company) => `working with ${company}`,
  unanswered: 'Don’t see your question? Our team answers on business days.',
  write: 'Write to us',
  yourEmployer: 'your employer',
  role,
  partner,
  how,
  wrong,
  other,
  link,
  minimum,
  deadline,
  payout,
  received,
  child,
}
