const hosts = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'comcast.net', 'aol.com']

const realDomains = new Set([
  ...hosts,
  'ymail.com',
  'mail.com',
  'email.com',
  'hotmail.co',
  'yahoo.co',
  'outlook.co',
  'ail.com',
])

/** Returns an address with a well-known domain that differs by one typo; null for other domains. */
export function suggestAddress(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (at < 1 || realDomains.has(domain)) return null
  const host = hosts.find((name) => isOneTypo(domain, name))
  return host ? `${email.slice(0, at)}@${host}` : null
}

/** A slip adds, removes, or changes one letter, or swaps two neighbors. */
function isOneTypo(typed: string, name: string): boolean {
  if (Math.abs(typed.length - name.length) > 1) return false
  let start = 0
  while (start < typed.length && typed[start] === name[start]) start++
  const rest = (text: string, skip: number) => text.slice(start + skip)
  return (
    rest(typed, 1) === rest(name, 1) ||
    rest(typed, 1) === rest(name, 0) ||
    rest(typed, 0) === rest(name, 1) ||
    (rest(typed, 2) === rest(name, 2) && typed[start] === name[start + 1] && typed[start + 1] === name[start])
  )
}
