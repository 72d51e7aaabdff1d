import { screens } from '@twofold/contract'
import { HelpLink, HelpPage, HelpSection } from './help-page.tsx'

export function Payouts() {
  return (
    <HelpPage title="Payouts">
      <p>Employers and giving platforms pay you directly, often weeks after the request. Here’s how to track it.</p>
      <HelpSection title="Record what was paid">
        <ul>
          <li>
            Upload the report that comes with a payment under <HelpLink to={screens.payouts}>Payouts</HelpLink>. Reports
            from any platform or company work.
          </li>
          <li>No report? Press “Enter a check” there.</li>
          <li>We never count a line twice, so you can upload a report again.</li>
        </ul>
      </HelpSection>
      <HelpSection title="Review the rest">
        <ul>
          <li>We match a line to a gift by transaction ID, or by email, amount and date.</li>
          <li>
            Lines we aren’t sure about wait under <HelpLink to={screens.waitingPayouts}>Lines to review</HelpLink>.
            Choose a gift, or add the line as a new match.
          </li>
          <li>Wrong file? You can undo a whole report at any time.</li>
        </ul>
      </HelpSection>
      <HelpSection title="What’s still to come">
        <ul>
          <li>
            <HelpLink to={screens.expectedMoney}>Expected money</HelpLink> lists submitted matches that aren’t paid yet,
            and which companies are late.
          </li>
          <li>Those amounts are estimates. Received money comes only from payouts.</li>
        </ul>
      </HelpSection>
      <HelpSection title="Check your bank">
        <ul>
          <li>
            Upload a statement under <HelpLink to={screens.bankLines}>Bank deposits</HelpLink> to match deposits to
            payouts. One deposit can cover several payouts.
          </li>
        </ul>
      </HelpSection>
    </HelpPage>
  )
}
