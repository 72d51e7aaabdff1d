/** The signed links of donor emails, and the requests that follow them without a person. */

export {
  donorPagePath,
  labelDonorLinks,
  linksOf,
  type MailLinks,
  sampleLinks,
  signRequestPath,
} from './links.ts'
export { looksLikeMachine, soonAfterSendingMs } from './machines.ts'
export { type CorrectedGift, matchRequestKey, readMatchRequestKey } from './match-request-key.ts'
