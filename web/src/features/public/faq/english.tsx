import { possessive } from '@twofold/matching'
import { Link } from 'react-router'
import { englishLayoutTexts } from '../../../shared/layout-texts.ts'
import type { FaqReader } from './faq-parameters.ts'
import { ContactLink, capitalize, type FaqTexts, inlineLinkClass, type QuestionText } from './questions.tsx'

const role = (employer: string): QuestionText => ({
  question: 'What is Twofold, and what does it do?',
  answer: (
    <>
      <p>
        Many employers match their employees’ donations. Twofold works for the nonprofit you gave to. We look up what{' '}
        {employer} matches, tell you how to request it, and remind you before the deadline.
      </p>
      <p>
        We’re a steward: we never handle your donation or the match. Both go directly to the nonprofit.{' '}
        {capitalize(employer)} decides whether a gift is matched.
      </p>
    </>
  ),
})

const partner: FaqTexts['partner'] = (kind, employer) => {
  const partnerName = {
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
            <strong>The nonprofit or school</strong> received your gift and will receive the match.
          </li>
          <li>
            <strong>{partnerName}</strong> processed your gift, passed it on, and told us about it so it can be matched.
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
            That’s OK. {capitalize(short)} isn’t the nonprofit. Request a match for your gift to{' '}
            <strong>the nonprofit or school that received it</strong>. Use its name and its tax ID (EIN), which are in
            our email and on your receipt.
          </p>
          <p>
            If the form asks how you gave, choose “online, by card” or the closest option. If your company still says
            no, <ContactLink>tell us</ContactLink> what it said, and we’ll look into it.
          </p>
        </>
      ),
    },
  }
}

const how: FaqTexts['how'] = {
  portal: (employer) => ({
    question: `How does matching work on ${possessive(employer)} giving portal?`,
    answer: (
      <>
        <p>{capitalize(employer)} uses an online giving portal. It takes about five minutes:</p>
        <ol>
          <li>Press the button in our email, then “Open the portal”. Sign in as you do at work.</li>
          <li>Choose to request a match for a gift you already made, and find the nonprofit by its name or tax ID.</li>
          <li>Enter the amount and date of your gift, and attach your receipt if the portal asks for it.</li>
          <li>Come back to our page and press “I submitted it” so we stop reminding you.</li>
        </ol>
        <p>The portal asks the nonprofit to confirm the gift, and then your employer pays.</p>
      </>
    ),
  }),
  manual: (employer) => ({
    question: `How does matching work when I write to ${employer}?`,
    answer: (
      <>
        <p>{capitalize(employer)} accepts requests by email or letter. We’ve written it for you:</p>
        <ol>
          <li>Press the button in our email and read the text. It names the nonprofit, its tax ID and your gift.</li>
          <li>Send it from your work address to the contact shown there.</li>
          <li>Press “I submitted it” on our page.</li>
        </ol>
        <p>If they ask for more, such as a receipt or a letter, the nonprofit can provide both.</p>
      </>
    ),
  }),
  esign: (employer) => ({
    question: `How does matching work with ${possessive(employer)} form?`,
    answer: (
      <>
        <p>{capitalize(employer)} needs a signed form.</p>
        <ol>
          <li>Press the button in our email to open the form or see where to get it.</li>
          <li>Check your details, fill in what’s missing and sign. Some employers accept only a signature on paper.</li>
          <li>Send it as the page says. If the nonprofit has to sign too, it will sign after you.</li>
        </ol>
        <p>
          If you sign on our page, you’re done. If you send it yourself, press “I sent it” or “I mailed it” so we stop
          reminding you.
        </p>
      </>
    ),
  }),
  direct: (employer) => ({
    question: `How does matching work when ${employer} matches only gifts made on its own site?`,
    answer: (
      <>
        <p>
          {capitalize(employer)} matches gifts made on its own giving site or through payroll. A gift made elsewhere
          can’t be matched afterward, so there’s nothing to submit this time.
        </p>
        <p>Next time, give through your company’s giving site. The match is added automatically.</p>
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
        . We’ll send a one-time link to the address on the request to open the form.
      </p>
      <p>The person at the new address will control the request.</p>
    </>
  ) : (
    <p>
      Press the button in our latest email about your match, and choose “Correct my details” at the bottom of the page.
      If you no longer have the email, <ContactLink>write to us</ContactLink> from the address it went to, and tell us
      which gift it’s about and what to change.
    </p>
  ),
})

const other: QuestionText = {
  question: 'My company isn’t listed. What do I choose?',
  answer: (
    <>
      <p>
        First try other names: the parent company, the name on your pay stub, or the name without “Inc.”. If it’s still
        not there, choose <strong>“Other”</strong> with the name as you typed it.
      </p>
      <p>We’ll look into it and email you when we know.</p>
    </>
  ),
}

const link = ({ company }: FaqReader): QuestionText => ({
  question: 'The link in the matching email doesn’t work. What can I do?',
  answer: (
    <>
      <p>
        Copy the whole address into your browser, since email apps sometimes cut long ones off. If it leads to a giving
        portal, try it from {possessive(company ?? 'your company')} network or intranet: many portals open only from
        there. You can also search the intranet for “matching gifts”.
      </p>
      <p>
        Companies sometimes move their portals. If the page is gone, <ContactLink>tell us</ContactLink> and we’ll fix it
        for everyone who works there.
      </p>
    </>
  ),
})

const received: QuestionText = {
  question: 'Can you confirm that the matching dollars were received?',
  answer: (
    <>
      <p>
        Not really. The employer, or a company that pays on its behalf, sends the money directly to the nonprofit.
        Payments often cover many people and months without names, so even the nonprofit can’t always tell whose match
        it received.
      </p>
      <p>Check your company’s giving portal. It shows whether your request was approved and paid.</p>
    </>
  ),
}

const minimum = (employer: string): QuestionText => ({
  question: 'My gift is below my company’s minimum. Is it lost?',
  answer: (
    <p>
      No. We’ll add more gifts to the same nonprofit to it. Once they reach {possessive(employer)} minimum before its
      deadline, we’ll email you about requesting the match for the total. A few companies don’t combine gifts.
    </p>
  ),
})

const child: QuestionText = {
  question: 'Does my child get credit for the matched amount?',
  answer: (
    <p>
      Probably not. The match usually arrives after the fundraiser ends, and it goes to the whole school or nonprofit.
      Some fundraisers count requested matches; ask the organizer.
    </p>
  ),
}

const deadline = (employer: string): QuestionText => ({
  question: 'How long do I have to request the match?',
  answer: (
    <p>
      That’s up to {employer}. It’s often within a year of the gift or by the end of the calendar year, sometimes within
      90 days. If we know the date, it’s in our emails. If your match hasn’t progressed, you get a “Match About to
      Expire” email one week before the deadline. After the deadline, the gift can’t be matched.
    </p>
  ),
})

const payout = (employer: string): QuestionText => ({
  question: 'When is the match paid?',
  answer: (
    <p>
      It varies by company. Many pay quarterly, some monthly, some yearly, often through a company that combines
      payments. Three to six months after the request isn’t unusual. {capitalize(employer)} knows its own schedule.
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
  write: 'Contact us',
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
