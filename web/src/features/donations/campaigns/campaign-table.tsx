import { type Currency, type campaigns, linkTo, screens } from '@twofold/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useOrganizationLabel } from '../../../shared/current-organization.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatDay } from '../../../ui/format.ts'
import { describeCompany, describeLimits, formatDays, formatRatio, yesNo } from './campaign-text.ts'
import { StateMark } from './state-mark.tsx'

type Campaign = campaigns.Campaign

type Rows = {
  caption: string
  rows: readonly Campaign[]
  currency: Currency
  /** Campaigns of other organizations show the organization's name. */
  ownId: number
}

const head = 'px-2 py-2.5 text-left text-[0.9375rem] font-semibold whitespace-nowrap text-muted first:pl-5 last:pr-5'
const cell = 'px-2 py-2.5 align-top first:pl-5 last:pr-5'

const addressOf = ({ id }: Campaign): string => linkTo(screens.campaign, { campaignId: id })

export function CampaignTable({ caption, rows, currency, ownId }: Rows) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than its place is scrolled by keyboard too
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto max-md:hidden">
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-hairline bg-sunken/60">
          <tr>
            {[
              'Campaign',
              'Company',
              'Group Submit',
              'Bill Eligible',
              'Bill Processed',
              'Start Date',
              'End Date',
              'Min/Max',
              'Match Ratio',
            ].map((name) => (
              <th key={name} scope="col" className={head}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {rows.map((campaign) => (
            <tr key={campaign.id} className="hover:bg-sunken/70">
              <th scope="row" className={cx(cell, 'min-w-36 text-left font-normal')}>
                <NameLink campaign={campaign} />
                <StateAndOrganization campaign={campaign} ownId={ownId} />
              </th>
              <td className={cx(cell, 'min-w-28')}>{describeCompany(campaign)}</td>
              <td className={cell}>{yesNo(campaign.groupSubmit)}</td>
              <td className={cell}>{yesNo(campaign.billEligible)}</td>
              <td className={cell}>{yesNo(campaign.billProcessed)}</td>
              <td className={cx(cell, 'whitespace-nowrap')}>{formatDay(campaign.startDate)}</td>
              <td className={cx(cell, 'whitespace-nowrap')}>{formatDay(campaign.endDate)}</td>
              <td className={cx(cell, 'whitespace-nowrap tabular-nums')}>{describeLimits(campaign, currency)}</td>
              <td className={cx(cell, 'whitespace-nowrap tabular-nums')}>{formatRatio(campaign)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export function CampaignCards({ rows, currency, ownId }: Omit<Rows, 'caption'>) {
  return (
    <ul className="divide-y divide-hairline md:hidden">
      {rows.map((campaign) => (
        <li key={campaign.id} className="px-4 py-3.5">
          <NameLink campaign={campaign} />
          <StateAndOrganization campaign={campaign} ownId={ownId} />
          <dl className="mt-2.5 grid grid-cols-2 gap-x-3 gap-y-2 text-[0.9375rem]">
            <Fact term="Company">{describeCompany(campaign)}</Fact>
            <Fact term="Match Ratio">{formatRatio(campaign)}</Fact>
            <Fact term="Days">{formatDays(campaign)}</Fact>
            <Fact term="Min/Max">{describeLimits(campaign, currency)}</Fact>
            <Fact term="Group Submit">{yesNo(campaign.groupSubmit)}</Fact>
            <Fact term="Bill Eligible/Processed">
              {`${yesNo(campaign.billEligible)} / ${yesNo(campaign.billProcessed)}`}
            </Fact>
          </dl>
        </li>
      ))}
    </ul>
  )
}

function NameLink({ campaign }: { campaign: Campaign }) {
  return (
    <Link
      to={addressOf(campaign)}
      className="inline-block min-h-6 font-semibold break-words underline decoration-edge/60 underline-offset-3 hover:decoration-current pointer-coarse:min-h-11 pointer-coarse:py-2"
    >
      {campaign.name}
    </Link>
  )
}

function StateAndOrganization({ campaign, ownId }: { campaign: Campaign; ownId: number }) {
  const nameOf = useOrganizationLabel()
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <StateMark state={campaign.state} />
      {campaign.organization.id !== ownId && (
        <span className="text-[0.9375rem] text-muted">{nameOf(campaign.organization)}</span>
      )}
    </span>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="break-words tabular-nums">{children}</dd>
    </div>
  )
}
