import { campaigns, type organizations } from '@twofold/contract'
import { type Errors, errorsOf } from '../../../shared/form.ts'

export type CampaignValues = {
  readonly name: string
  readonly organization: string
  readonly company_id: number | null
  readonly company_name: string
  readonly startDate: string
  readonly endDate: string
  readonly minAmount: string
  readonly maxAmount: string
  readonly matchRatio: string
  readonly groupSubmit: boolean
  readonly billEligible: boolean
  readonly billProcessed: boolean
  readonly message: string
}

type Organization = Pick<organizations.Organization, 'id' | 'today'>

/** The specification starts a new campaign with both limits at 0, which means no limit. */
export const valuesOf = (campaign: campaigns.Campaign | null, { id, today }: Organization): CampaignValues => ({
  name: campaign?.name ?? '',
  organization: String(id),
  company_id: campaign?.company?.id ?? null,
  company_name: campaign?.company?.name ?? '',
  startDate: campaign?.startDate ?? today,
  endDate: campaign?.endDate ?? '',
  minAmount: campaign ? limitText(campaign.minAmount) : '0',
  maxAmount: campaign ? limitText(campaign.maxAmount) : '0',
  matchRatio: campaign?.matchRatio ?? '',
  groupSubmit: campaign?.groupSubmit ?? false,
  billEligible: campaign?.billEligible ?? true,
  billProcessed: campaign?.billProcessed ?? true,
  message: campaign?.message ?? '',
})

const limitText = (limit: number | null): string => (limit === null ? '' : String(limit))

export const bodyOf = ({ organization: _organization, company_name: _name, ...body }: CampaignValues) => body

export function checkCampaign(values: CampaignValues): Errors<CampaignValues> {
  const { campaignMessages } = campaigns
  const isUnknown = values.company_name.trim() !== '' && values.company_id === null
  return {
    ...errorsOf(campaigns.campaignForm, bodyOf(values)),
    ...(values.startDate === '' ? { startDate: campaignMessages.start } : {}),
    ...(values.endDate === '' ? { endDate: campaignMessages.end } : {}),
    ...(isUnknown ? { company_name: campaignMessages.company } : {}),
  }
}
