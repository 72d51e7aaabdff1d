import type { FastifyRequest } from 'fastify'

// Only decides how an open or a click is counted; no request is refused.
const machineNames =
  /bot\b|crawler|spider|preview|scanner|barracuda|mimecast|proofpoint|safelinks|ironport|fortinet|symantec|trendmicro|slackbot|facebookexternalhit|whatsapp|headless|linkcheck|urlscan|bingpreview|outlook-?safety|google-?safety|skype|urldefense/i

export function looksLikeMachine({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const agent = headers['user-agent'] ?? ''
  const fetchedAhead = [headers.purpose, headers['sec-purpose'], headers['x-purpose'], headers['x-moz']].some(
    (purpose) => String(purpose ?? '').includes('prefetch'),
  )
  // Apple's mail privacy fetches every picture with exactly this name.
  return method === 'HEAD' || agent === '' || agent === 'Mozilla/5.0' || fetchedAhead || machineNames.test(agent)
}

/** Milliseconds. No person opens an email or follows a link this fast. */
export const soonAfterSendingMs = 2_000
