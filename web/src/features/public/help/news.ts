type News = { readonly day: string; readonly title: string; readonly text: string }

/** Newest first. Add an entry for each change that users notice. */
export const news: readonly News[] = [
  {
    day: '2026-11-30',
    title: 'Your matching page in French and Spanish',
    text: 'Your public matching page and our contact form follow the donor’s browser: English, French or Spanish. Emails about the request continue in that language.',
  },
  {
    day: '2026-11-30',
    title: 'Matches that were already requested',
    text: 'If a file says that a match was requested, paid or refused elsewhere, we ask before we email the donor. Bounced addresses are marked. We also read dates in three columns and gifts side by side.',
  },
  {
    day: '2026-11-30',
    title: 'Payout reports ask before they count',
    text: 'When a report isn’t clear about whose money it is, which column was paid or what a date means, it asks everything at once. If a check was voided later, one button unlinks its lines. We read German reports, too.',
  },
  {
    day: '2026-11-29',
    title: 'We read more files',
    text: 'We read headers in two rows and merged cells, and ask about dates without a year and gifts that look like a company’s. We recognize unpaid rows and tickets in more files.',
  },
  {
    day: '2026-11-29',
    title: 'More careful payout reports',
    text: 'Expected matches are never counted as paid, repeat payments wait for your review, and we read Spanish reports, subtotals and check stubs.',
  },
  {
    day: '2026-11-29',
    title: 'Notifications',
    text: 'The bell at the top shows finished uploads and problems: paused emails, webhooks that were turned off, and API keys used from a new address.',
  },
  {
    day: '2026-11-29',
    title: 'Edit in the list',
    text: 'Change an amount or a company right in the donations list: press the pencil in its cell. Tab saves and goes to the next one.',
  },
  {
    day: '2026-11-29',
    title: 'More careful uploads',
    text: 'We read gifts that are split over several rows, ask about covered fees, tips and partial refunds, and know more ways to say “do not email”.',
  },
  {
    day: '2026-11-29',
    title: 'A shorter page for donors',
    text: 'The donor’s page shows your logo, the steps and what to copy. Everything else is folded, and one button at a time stands out.',
  },
  {
    day: '2026-11-29',
    title: 'One entry for companies',
    text: 'Company Policies is now called Companies. The public directory is a link at its top.',
  },
  {
    day: '2026-11-29',
    title: 'Unconfirmed requests expire',
    text: 'A match request from your website that nobody confirms is deleted after 60 days, with the donor if it was their only gift.',
  },
  {
    day: '2026-11-29',
    title: 'One email per donor',
    text: 'A donor with several open gifts gets one email that lists them all. Choose how many emails a donor gets in 90 days in Settings.',
  },
  {
    day: '2026-11-29',
    title: 'Email donors yourself',
    text: 'Select gifts under Donations and press “Email donors…” to write to their donors. You see how many get it before it’s sent.',
  },
  {
    day: '2026-11-29',
    title: 'Help in the portal',
    text: 'Five short pages explain first steps, uploading, statuses, payouts and emails. Open them with Help in the sidebar.',
  },
  {
    day: '2026-11-29',
    title: 'This week',
    text: 'The dashboard starts with one list of what to do: forms to sign, deadlines, payout lines to review, rows to fix and bounced emails.',
  },
  {
    day: '2026-11-29',
    title: 'A denser donations list',
    text: 'More gifts fit on a screen, filters are chips above the list, and each status shows at a glance who acts next.',
  },
  {
    day: '2026-11-29',
    title: 'Plans by group',
    text: 'Billing shows what each plan includes, in three groups: free, flat and percentage.',
  },
  {
    day: '2026-11-28',
    title: 'Donors can undo their answer',
    text: 'A donor who pressed “I submitted it” or “No thanks” by mistake can undo it on their page for 14 days.',
  },
  {
    day: '2026-11-28',
    title: 'Unclear payout lines wait for you',
    text: 'We no longer guess which gift a payout line belongs to. Lines we aren’t sure about wait for your review.',
  },
  {
    day: '2026-11-28',
    title: 'Stop emails to one person',
    text: 'Mark a donor “do not email” or “deceased” on their page, even if others share the address.',
  },
]
