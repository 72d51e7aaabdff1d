import { linkTo, members, screens } from '@twofold/contract'
import { HelpLink, HelpPage, HelpSection } from './help-page.tsx'

export function FirstSteps() {
  return (
    <HelpPage title="First steps">
      <HelpSection title="Turn matching on">
        <ol>
          <li>
            Follow the setup steps on the <HelpLink to={screens.dashboard}>dashboard</HelpLink>: your details, causes,
            contacts, address, logo and plan.
          </li>
          <li>
            <HelpLink to={screens.donations}>Upload your gifts</HelpLink>. You can do this before setup is complete.
          </li>
          <li>Complete the setup. You’ll see how many donors we’ll email before you confirm.</li>
        </ol>
        <p className="mt-3">No donor gets an email until your setup is complete.</p>
      </HelpSection>
      <HelpSection title="Every week">
        <ul>
          <li>
            “This week” on the <HelpLink to={screens.dashboard}>dashboard</HelpLink> lists what to do: forms to sign,
            deadlines, payout lines to review, rows to fix and bounced emails.
          </li>
          <li>
            <HelpLink to={screens.donations}>Donations</HelpLink> shows each match and who acts next.{' '}
            <HelpLink to={screens.helpStatuses}>What statuses mean</HelpLink>
          </li>
          <li>
            Upload payment reports under <HelpLink to={screens.payouts}>Payouts</HelpLink> to see what employers paid.
          </li>
        </ul>
      </HelpSection>
      <HelpSection title="Work as a team">
        <ul>
          <li>
            Invite people under{' '}
            <HelpLink to={linkTo(screens.organizationDetails, { tab: 'users' })}>Organization, Users</HelpLink>.
          </li>
          <li>Read: {members.levelLabels.read}</li>
          <li>Write: {members.levelLabels.write}</li>
          <li>Admin: {members.levelLabels.admin}</li>
        </ul>
      </HelpSection>
      <HelpSection title="Good to know">
        <ul>
          <li>Press Ctrl K (⌘ K on a Mac) to search donors, matches, companies and screens.</li>
          <li>
            Add the match finder to your website with the <HelpLink to={screens.widgetGuide}>widget guide</HelpLink>.
          </li>
          <li>Twofold never holds your money. Employers pay you directly.</li>
        </ul>
      </HelpSection>
    </HelpPage>
  )
}
