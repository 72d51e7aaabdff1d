import { html } from '../../platform/http/plain-page.ts'

export type AccountMailText = { readonly subject: string; readonly html: string; readonly text: string }

type Words = {
  readonly subject: string
  readonly heading: string
  readonly before: readonly string[]
  readonly button: { readonly label: string; readonly link: string }
  /** Small print below the button. */
  readonly after: string
}

const asText = ({ heading, before, button, after }: Words): string =>
  `${[heading, ...before, `${button.label}:\n${button.link}`, after].join('\n\n')}\n`

/** Few words, one button, no picture: it must look the same in every mail program, and be believed. */
function accountMail(words: Words): AccountMailText {
  const { subject, heading, before, button, after } = words
  const body = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${heading}</title></head>
<body style="margin:0;padding:32px 16px;background:#f7f4ed;font:16px/1.6 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1d2b24">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #e4ded0;border-radius:10px">
<tr><td style="padding:32px">
<h1 style="margin:0 0 12px;font-size:22px;line-height:1.3">${heading}</h1>
${before.map((line) => html`<p style="margin:0 0 24px">${line}</p>`)}
<p style="margin:0 0 24px"><a href="${button.link}" style="display:inline-block;padding:12px 24px;background:#1f5a43;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">${button.label}</a></p>
<p style="margin:0;color:#5c665f;font-size:14px">${after}</p>
</td></tr></table></td></tr></table></body></html>`
  return { subject, html: body.html, text: asText(words) }
}

export const magicLinkMail = (link: string): AccountMailText =>
  accountMail({
    subject: 'Your sign-in link for Twofold',
    heading: 'Sign in to Twofold',
    before: ['Open the link, then press "Sign in" on the page. It works once, within the next 10 minutes.'],
    button: { label: 'Open the sign-in page', link },
    after: 'If you did not ask for it, you can leave this mail alone: nobody can sign in without it.',
  })

export const resetPasswordMail = (link: string): AccountMailText =>
  accountMail({
    subject: 'Set a new password for Twofold',
    heading: 'Set a new password',
    before: ['Open the link and choose a new password. It works once, within the next 60 minutes.'],
    button: { label: 'Choose a new password', link },
    after: 'If you did not ask for it, you can leave this mail alone: your password stays as it is.',
  })

export const passwordChangedMail = (link: string): AccountMailText =>
  accountMail({
    subject: 'Your Twofold password was changed',
    heading: 'Your password was changed',
    before: [
      'A new password was just set for your account. Everybody who was signed in with it has been signed out, and links ' +
        'that were mailed before no longer work.',
    ],
    button: { label: 'Sign in', link },
    after: 'If this was not you, press "Forgot password?" on that page at once, and write to our support.',
  })

type About = { readonly organization: string; readonly invitedBy: string | null }

const reasonOf = ({ organization, invitedBy }: About): string =>
  invitedBy
    ? `${invitedBy} has invited you to work on employer matching for ${organization}.`
    : `${organization} is now registered with Twofold, and you are its administrator.`

export const firstPasswordMail = (link: string, about: About, days: number): AccountMailText =>
  accountMail({
    subject: about.invitedBy
      ? `You are invited to ${oneLine(about.organization)} on Twofold`
      : `${oneLine(about.organization)} is registered: create your password`,
    heading: 'Create your password',
    before: [
      reasonOf(about),
      `Choose a password to come in. The link works once, within the next ${days} days; after that, "Forgot password?" on the ` +
        'sign-in page sends you a new one.',
    ],
    button: { label: 'Create your password', link },
    after: 'If you do not know what this is about, you can leave this mail alone.',
  })

export const memberAddedMail = (link: string, about: About): AccountMailText =>
  accountMail({
    subject: about.invitedBy
      ? `You are invited to ${oneLine(about.organization)} on Twofold`
      : `${oneLine(about.organization)} is registered with Twofold`,
    heading: about.invitedBy ? 'You have a new organization' : 'Your organization is registered',
    before: [reasonOf(about), 'You have an account already: sign in as you are used to.'],
    button: { label: 'Open the portal', link },
    after: 'If you do not know what this is about, please write to our support.',
  })

export const factorsChangedMail = (link: string, change: string): AccountMailText =>
  accountMail({
    subject: 'The way you sign in to Twofold was changed',
    heading: 'The way you sign in was changed',
    before: [change],
    button: { label: 'Sign in', link },
    after: 'If this was not you, press "Forgot password?" on that page at once, and write to our support.',
  })

export const donorLinkMail = (link: string, organization: string): AccountMailText =>
  accountMail({
    subject: `Your matching request for ${oneLine(organization)}`,
    heading: 'Open your matching request',
    before: [
      `You asked to look at, or correct, the employer match of your gift to ${organization}. Open the link and press the ` +
        'button on the page. It works once, within the next 60 minutes.',
    ],
    button: { label: 'Open my matching request', link },
    after: 'If you did not ask for it, you can leave this mail alone: nothing is shown or changed without it.',
  })

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 120)
