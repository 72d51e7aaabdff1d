import type { FastifyRequest } from 'fastify'

// Link scanners, chat previews and mail programs that fetch pictures for everybody. A guess that only decides under which
// figure an open or a click is counted; nobody is refused by it.
const machineNames =
  /bot\b|crawler|spider|preview|scanner|barracuda|mimecast|proofpoint|safelinks|ironport|fortinet|symantec|trendmicro|slackbot|facebookexternalhit|whatsapp|headless|linkcheck|urlscan|bingpreview|outlook-?safety|google-?safety|skype|urldefense/i

/** Does this request come from a program that follows links by itself? */
export function looksLikeMachine({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const agent = headers['user-agent'] ?? ''
  const fetchedAhead = [headers.purpose, headers['sec-purpose'], headers['x-purpose'], headers['x-moz']].some(
    (purpose) => String(purpose ?? '').includes('prefetch'),
  )
  // Apple's mail privacy fetches every picture with exactly this name
  return method === 'HEAD' || agent === '' || agent === 'Mozilla/5.0' || fetchedAhead || machineNames.test(agent)
}

/** No person opens a mail or follows its link this soon after it was handed over. */
export const soonAfterSendingMs = 2_000
