import type { FastifyRequest } from 'fastify'

// Link scanners, chat previews and mail programs that prefetch pictures. This guess only decides how an open or a click
// is counted; no request is refused.
const machineNames =
  /bot\b|crawler|spider|preview|scanner|barracuda|mimecast|proofpoint|safelinks|ironport|fortinet|symantec|trendmicro|slackbot|facebookexternalhit|whatsapp|headless|linkcheck|urlscan|bingpreview|outlook-?safety|google-?safety|skype|urldefense/i

/** Returns whether a program sent this request without a person. */
export function looksLikeMachine({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const agent = headers['user-agent'] ?? ''
  const fetchedAhead = [headers.purpose, headers['sec-purpose'], headers['x-purpose'], headers['x-moz']].some(
    (purpose) => String(purpose ?? '').includes('prefetch'),
  )
  // Apple's mail privacy fetches every picture with exactly this name.
  return method === 'HEAD' || agent === '' || agent === 'Mozilla/5.0' || fetchedAhead || machineNames.test(agent)
}

/** A person cannot open a mail or follow its link this soon after sending. */
export const soonAfterSendingMs = 2_000
