type ReportedMail = { readonly messageId: string; readonly to?: string }
const joinLines = (...text: readonly string[]): string => text.join('\r\n')

const report = (
  type: string,
  header: { from: string; to: string; subject: string; id: string },
  parts: readonly string[],
) =>
  joinLines(
    `From: ${header.from}`,
    `To: ${header.to}`,
    `Subject: ${header.subject}`,
    `Message-ID: <${header.id}>`,
    'Date: Mon, 15 Jun 2026 14:05:00 +0000',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type};`,
    '\tboundary="=_part"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    ...parts.flatMap((part) => ['--=_part', part]),
    '--=_part--',
    '',
  )

const original = ({ messageId }: ReportedMail) =>
  joinLines(
    'From: Riverbend <bounces@twofold.test>',
    'To: donor@example.org',
    'Subject: Your gift could count twice',
    `Message-ID:\r\n ${messageId}`,
    '',
  )

let number = 0
const id = (server: string) => `report-${++number}@${server}`

/** The next server rejected the recipient with `diagnosis`. */
export const fromPostfix = (
  about: ReportedMail,
  status = '5.1.1',
  diagnosis = 'smtp; 550 5.1.1 <donor@example.org>: Recipient\r\n    address rejected: User unknown',
  action = 'failed',
) =>
  report(
    'delivery-status',
    {
      from: 'MAILER-DAEMON@mx.twofold.test (Mail Delivery System)',
      to: about.to ?? 'bounces@twofold.test',
      subject: 'Undelivered Mail Returned to Sender',
      id: id('mx.twofold.test'),
    },
    [
      joinLines(
        'Content-Description: Notification',
        'Content-Type: text/plain; charset=utf-8',
        '',
        'This is the mail system at host mx.twofold.test.',
        "I'm sorry to have to inform you that your message could not be delivered.",
        '',
      ),
      joinLines(
        'Content-Description: Delivery report',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; mx.twofold.test',
        'X-Postfix-Queue-ID: 4F2A11C0D2',
        'Arrival-Date: Mon, 15 Jun 2026 14:04:58 +0000',
        '',
        'Final-Recipient: rfc822; donor@example.org',
        'Original-Recipient: rfc822;donor@example.org',
        `Action: ${action}`,
        `Status: ${status}`,
        'Remote-MTA: dns; mail.example.org',
        `Diagnostic-Code: ${diagnosis}`,
        '',
      ),
      joinLines(
        'Content-Description: Undelivered Message',
        'Content-Type: message/rfc822',
        '',
        original(about),
        'Hello',
        '',
      ),
    ],
  )

/** Exchange has a vague status; the remote server's is specific. */
export const fromExchange = (about: ReportedMail) =>
  report(
    'delivery-status',
    {
      from: 'postmaster@example.onmicrosoft.com',
      to: about.to ?? 'bounces@twofold.test',
      subject: 'Undeliverable: Your gift could count twice',
      id: id('example.onmicrosoft.com'),
    },
    [
      joinLines(
        'Content-Type: text/html; charset="us-ascii"',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        '<html><body>donor@example.org wasn=27t found at example.org.</body></html>',
        '',
      ),
      joinLines(
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns;BN8PR12MB0001.namprd12.prod.outlook.com',
        'Received-From-MTA: dns;mx.twofold.test',
        'Arrival-Date: Mon, 15 Jun 2026 14:04:58 +0000',
        '',
        'Final-Recipient: rfc822;donor@example.org',
        'Action: failed',
        'Status: 5.1.10',
        'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
        'X-Display-Name: Dana Donor',
        '',
      ),
      joinLines('Content-Type: message/rfc822', '', original(about), ''),
    ],
  )

export const fromGmail = (about: ReportedMail) =>
  report(
    'delivery-status',
    {
      from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      to: about.to ?? 'bounces@twofold.test',
      subject: 'Delivery Status Notification (Failure)',
      id: id('mx.google.com'),
    },
    [
      joinLines(
        'Content-Type: text/plain; charset="UTF-8"',
        '',
        '** Address not found **',
        '',
        "Your message wasn't delivered to donor@example.org because the address couldn't be found.",
        '',
      ),
      joinLines(
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; googlemail.com',
        'Arrival-Date: Mon, 15 Jun 2026 07:04:58 -0700 (PDT)',
        `X-Original-Message-ID: ${about.messageId}`,
        '',
        'Final-Recipient: rfc822; donor@example.org',
        'Action: failed',
        'Status: 5.1.1',
        'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.\r\n 550 5.1.1 https://support.google.com/mail/?p=NoSuchUser',
        '',
      ),
      joinLines('Content-Type: text/rfc822-headers', '', original(about), ''),
    ],
  )

export const complaint = (about: ReportedMail, type = 'abuse') =>
  report(
    'feedback-report',
    {
      from: 'Feedback Loop <fbl@mailbox.example>',
      to: about.to ?? 'bounces@twofold.test',
      subject: 'FW: Your gift could count twice',
      id: id('mailbox.example'),
    },
    [
      joinLines('Content-Type: text/plain; charset="US-ASCII"', '', 'This is an email abuse report.', ''),
      joinLines(
        'Content-Type: message/feedback-report',
        '',
        `Feedback-Type: ${type}`,
        'User-Agent: SomeGenerator/1.0',
        'Version: 1',
        'Original-Mail-From: <bounces@twofold.test>',
        'Arrival-Date: Mon, 15 Jun 2026 14:00:00 +0000',
        '',
      ),
      joinLines('Content-Type: message/rfc822', 'Content-Disposition: inline', '', original(about), 'Hello', ''),
    ],
  )

/** Only the recipient address identifies the email. */
export const withoutOriginal = (to: string) => fromPostfix({ messageId: '', to }).replace(/Message-ID:\r\n \r\n/, '')
