import { screens } from '@twofold/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FaqReader } from './faq-parameters.ts'

export type Question = { readonly id: string; readonly question: string; readonly answer: ReactNode }

/** What this reader may want to know: the general questions, and those of their partner and their employer's process. */
export function questionsFor(reader: FaqReader): readonly Question[] {
  const employer = reader.company ?? 'your employer'
  return [
    role(employer),
    ...(reader.partner ? partnerQuestions(reader.partner, employer) : []),
    ...(reader.process ? [howMatchingWorks[reader.process](employer)] : []),
    wrong(reader),
    other,
    link(reader),
    minimum(employer),
    deadline(employer),
    payout(employer),
    received,
    child,
  ]
}

const inline = 'text-brand-text underline underline-offset-2 hover:decoration-2'

const Contact = ({ children }: { children: ReactNode }) => (
  <Link to={screens.contact} className={inline}>
    {children}
  </Link>
)

const role = (employer: string): Question => ({
  id: 'role',
  question: 'Who is Twofold, and what is its part in this?',
  answer: (
    <>
      <p>
        Many employers add to the gifts of their people. Twofold works for the nonprofit you gave to: we look up what{' '}
        {employer} matches, tell you the one step that is yours, and remind you before the deadline.
      </p>
      <p>
        We are a steward, not a bank. Your gift went to the nonprofit, the match goes from the employer to the
        nonprofit, and neither passes through us. {capital(employer)} decides whether a gift is matched.
      </p>
    </>
  ),
})

function partnerQuestions(partner: 'vr' | 'apex', employer: string): readonly Question[] {
  const who = {
    vr: 'The fundraising platform you gave through',
    apex: 'The company that ran the fundraiser at your school',
  }[partner]
  const short = { vr: 'the fundraising platform', apex: 'the company behind the fundraiser' }[partner]
  return [
    {
      id: 'partner',
      question: 'Who does what: the nonprofit, the partner and Twofold?',
      answer: (
        <ul>
          <li>
            <strong>The nonprofit or school</strong> received your gift and is the one that will receive the match.
          </li>
          <li>
            <strong>{who}</strong> took your gift and passed it on. It told us of the gift, so that it can be matched.
          </li>
          <li>
            <strong>Twofold</strong> finds out how {employer} matches, and takes you and the nonprofit through it.
          </li>
        </ul>
      ),
    },
    {
      id: 'platform',
      question: `My company says that it does not match ${short}. What now?`,
      answer: (
        <>
          <p>
            That is right, and no obstacle: {short} is not the nonprofit. Ask for the match of a gift to{' '}
            <strong>the nonprofit or school that received it</strong>. Use its name and its tax number (EIN), which
            stand in your matching mail and on your receipt.
          </p>
          <p>
            If the form asks how you gave, say “online, by card” or what is nearest to it. If your company still says
            no, <Contact>tell us</Contact> what it answered and we look into it.
          </p>
        </>
      ),
    },
  ]
}

const howMatchingWorks: Record<NonNullable<FaqReader['process']>, (employer: string) => Question> = {
  portal: (employer) => ({
    id: 'how-portal',
    question: `How does matching work in the portal of ${employer}?`,
    answer: (
      <>
        <p>{capital(employer)} takes requests in a giving portal of its own. It takes about five minutes:</p>
        <ol>
          <li>Press the button in our mail. It leads to the portal; sign in as you do at work.</li>
          <li>
            Choose to request a match for a gift you already made, and find the nonprofit by its name or tax number.
          </li>
          <li>Enter the amount and the day of your gift, and attach the receipt if you are asked for one.</li>
          <li>Come back to our page and press “I submitted it”, so that we stop reminding you.</li>
        </ol>
        <p>The portal then asks the nonprofit to confirm the gift, and your employer pays.</p>
      </>
    ),
  }),
  manual: (employer) => ({
    id: 'how-manual',
    question: `How does matching work when I write to ${employer}?`,
    answer: (
      <>
        <p>{capital(employer)} takes requests by mail. We wrote the letter for you:</p>
        <ol>
          <li>
            Press the button in our mail and read the letter. It names the nonprofit, its tax number and your gift.
          </li>
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
    id: 'how-esign',
    question: `How does matching work with the form of ${employer}?`,
    answer: (
      <>
        <p>{capital(employer)} wants a signed form.</p>
        <ol>
          <li>Press the button in our mail to open the form, or to read where to get it.</li>
          <li>
            Check your details, fill in what is missing and sign. Some employers accept only a signature on paper.
          </li>
          <li>Send it as the page says. Where the nonprofit has to sign too, it does so after you.</li>
        </ol>
        <p>Press “I submitted it” when your part is done, so that we stop reminding you.</p>
      </>
    ),
  }),
  direct: (employer) => ({
    id: 'how-direct',
    question: `How does matching work when ${employer} matches only its own giving site?`,
    answer: (
      <>
        <p>
          {capital(employer)} matches gifts that are made on its own giving site or taken from pay. A gift made
          elsewhere cannot be matched afterwards, so there is nothing to submit for this one.
        </p>
        <p>
          Next time, give to the same nonprofit through your company’s giving site: the match is then added without
          another step.
        </p>
      </>
    ),
  }),
}

const wrong = ({ correction }: FaqReader): Question => ({
  id: 'wrong',
  question: 'My name, my email or my company is wrong. How do I correct it?',
  answer: correction ? (
    <>
      <p>
        <Link to={correction.path} className={inline}>
          Update your match request
        </Link>
        . Nobody else can: we send a link that works once to the address the request belongs to, and it opens the form.
      </p>
      <p>Changing the email hands the match request over to that address.</p>
    </>
  ) : (
    <p>
      Open the newest mail about your match and use its link to correct it. Without the mail,{' '}
      <Contact>write to us</Contact> from the address it went to, and say which gift it is about and what should change.
    </p>
  ),
})

const other: Question = {
  id: 'other',
  question: 'My company is not in the list. What do I choose?',
  answer: (
    <>
      <p>
        First try other names: the parent company, the name on your payslip, or the name without “Inc.”. If it is still
        not there, choose <strong>“Other”</strong> with the name as you typed it.
      </p>
      <p>We look into the company and write to you as soon as we know whether and how it matches.</p>
    </>
  ),
}

const link = ({ company }: FaqReader): Question => ({
  id: 'link',
  question: 'The link in the matching email does not work. What can I do?',
  answer: (
    <>
      <p>
        Copy the whole address into the browser: mail programs sometimes cut long ones. If it leads to a giving portal,
        try it from the network of {company ?? 'your company'} or through its intranet, since many open only from there.
        A search for “matching gifts” on the intranet finds most of them.
      </p>
      <p>
        Companies move their portals. If you find the page gone, <Contact>tell us</Contact>: we correct it for everybody
        who works there.
      </p>
    </>
  ),
})

const received: Question = {
  id: 'received',
  question: 'Can you confirm that the matching dollars were received?',
  answer: (
    <>
      <p>
        Not really. The money goes from the employer, or a company that pays for it, straight to the nonprofit. Payments
        often come as one sum for many people and many months, without names, so that even the nonprofit cannot always
        tell whose match is in it.
      </p>
      <p>
        Your company’s giving portal is the best place to look: it shows whether your request was approved and paid.
      </p>
    </>
  ),
}

const minimum = (employer: string): Question => ({
  id: 'minimum',
  question: 'My gift is below the minimum of my company. Is it lost?',
  answer: (
    <p>
      No. Further gifts to the same nonprofit are merged with it: as soon as they reach the minimum of {employer}{' '}
      together, within its deadline, we write to you and ask for the match of the whole sum. A few companies count every
      gift by itself; then a small one cannot be matched.
    </p>
  ),
})

const child: Question = {
  id: 'child',
  question: 'Does my child get credit for the matched amount?',
  answer: (
    <p>
      Probably not. The match arrives weeks or months later, when most fundraisers are over and their prizes given out,
      and it goes to the school or nonprofit as a whole. Ask whoever runs the fundraiser: some count matches that were
      asked for.
    </p>
  ),
}

const deadline = (employer: string): Question => ({
  id: 'deadline',
  question: 'By when do I have to ask for the match?',
  answer: (
    <p>
      That is up to {employer}: often within a year of the gift or by the end of the calendar year, sometimes within 90
      days. Where we know the day, it stands in our mails. If your match has not progressed by then, you get a mail
      “Match About to Expire” one week before. After the deadline the gift can no longer be matched.
    </p>
  ),
})

const payout = (employer: string): Question => ({
  id: 'payout',
  question: 'When is the match paid?',
  answer: (
    <p>
      It varies by company. Many pay once a quarter, some every month, some once a year, and often through a company
      that collects many payments into one. {capital(employer)} knows its own schedule; three to six months after the
      request are nothing unusual.
    </p>
  ),
})

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
