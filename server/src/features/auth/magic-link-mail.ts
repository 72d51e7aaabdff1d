/** Few words, one button, no picture: it must look the same in every mail program, and be believed. */
export function magicLinkMail(link: string): { subject: string; html: string; text: string } {
  const text = `Sign in to Twofold

Open this link and press "Sign in". It works once, within the next 10 minutes:

${link}

If you did not ask for it, you can leave this mail alone: nobody can sign in without it.
`
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Sign in to Twofold</title></head>
<body style="margin:0;padding:32px 16px;background:#f7f4ed;font:16px/1.6 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1d2b24">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #e4ded0;border-radius:10px">
<tr><td style="padding:32px">
<h1 style="margin:0 0 12px;font-size:22px;line-height:1.3">Sign in to Twofold</h1>
<p style="margin:0 0 24px">Press the button, then "Sign in" on the page that opens. The link works once, within the next 10 minutes.</p>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;padding:12px 24px;background:#1f5a43;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">Open the sign-in page</a></p>
<p style="margin:0;color:#5c665f;font-size:14px">If you did not ask for it, you can leave this mail alone: nobody can sign in without it.</p>
</td></tr></table></td></tr></table></body></html>`
  return { subject: 'Your sign-in link for Twofold', html, text }
}
