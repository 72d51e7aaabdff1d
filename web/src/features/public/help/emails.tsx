import { linkTo, screens } from '@twofold/contract'
import { useCurrentOrganization } from '../../../shared/current-organization.tsx'
import { describeLimits } from '../../email/mails/index.ts'
import { HelpLink, HelpPage, HelpSection } from './help-page.tsx'

const settings = linkTo(screens.organizationDetails, { tab: 'settings' })

export function Emails() {
  const current = useCurrentOrganization()
  const atMost = current.state === 'ready' ? current.organization.email_limit : undefined
  return (
    <HelpPage title="Emails">
      <HelpSection title="What donors get">
        <ul>
          <li>A first email with the steps at their employer, or a question about where they work.</li>
          <li>Up to two reminders until they answer.</li>
          <li>Warnings 21 and 7 days before the employer’s deadline.</li>
          <li>One email for all open gifts of a donor, not one for each.</li>
          <li>
            A thank-you when their employer pays, if you turn it on in <HelpLink to={settings}>Settings</HelpLink>.
          </li>
        </ul>
      </HelpSection>
      <HelpSection title="When">
        <p>{describeLimits(atMost)}</p>
        <p className="mt-2">
          Times are in your time zone, which you can change under{' '}
          <HelpLink to={screens.organizationDetails}>Organization</HelpLink>.
        </p>
      </HelpSection>
      <HelpSection title="See and stop them">
        <ul>
          <li>Before an upload or bulk change sends emails, you see how many, with a sample.</li>
          <li>
            <HelpLink to={screens.scheduledEmails}>Scheduled emails</HelpLink> lists the next 14 days. Pause or cancel
            one email or all.
          </li>
          <li>
            <HelpLink to={screens.doNotEmail}>Do not email</HelpLink> lists addresses that bounced or unsubscribed. To
            stop emails to someone, open them under <HelpLink to={screens.donors}>Donors</HelpLink>.
          </li>
          <li>If too many emails bounce, we pause sending until an admin resumes it.</li>
        </ul>
      </HelpSection>
      <HelpSection title="Make them yours">
        <ul>
          <li>
            Write your own versions under <HelpLink to={screens.emailTemplates}>Email Templates</HelpLink>.
          </li>
          <li>
            Choose who gets emails and how many, the smallest gift and the sender in{' '}
            <HelpLink to={settings}>Settings</HelpLink>.
          </li>
          <li>Donors who read French or Spanish get our emails in their language.</li>
        </ul>
      </HelpSection>
    </HelpPage>
  )
}
