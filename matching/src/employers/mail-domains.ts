const publicHosts = new Set(
  (
    'gmail.com googlemail.com ymail.com rocketmail.com aol.com aim.com icloud.com me.com mac.com msn.com passport.com ' +
    'proton.me protonmail.com pm.me tutanota.com tutamail.com fastmail.com fastmail.fm hey.com duck.com mail.com ' +
    'email.com usa.com inbox.com zoho.com zohomail.com hushmail.com qq.com 163.com 126.com sina.com naver.com ' +
    'hanmail.net daum.net rediffmail.com web.de t-online.de freenet.de orange.fr wanadoo.fr free.fr laposte.net sfr.fr ' +
    'libero.it virgilio.it btinternet.com sky.com virginmedia.com ntlworld.com talktalk.net bigpond.com optusnet.com.au ' +
    'comcast.net xfinity.com att.net sbcglobal.net bellsouth.net pacbell.net ameritech.net swbell.net verizon.net ' +
    'cox.net charter.net spectrum.net rr.com earthlink.net mindspring.com juno.com netzero.net netzero.com optonline.net ' +
    'optimum.net frontiernet.net windstream.net centurylink.net centurytel.net embarqmail.com q.com suddenlink.net ' +
    'mchsi.com roadrunner.com wowway.com rcn.com peoplepc.com prodigy.net shaw.ca rogers.com telus.net bell.net ' +
    'sympatico.ca videotron.ca eastlink.ca sasktel.net mts.net cogeco.ca nb.sympatico.ca privaterelay.appleid.com ' +
    'mailinator.com example.com example.org example.net'
  ).split(' '),
)

/** The same host under many country domains: yahoo.co.uk, hotmail.fr. */
const publicFamilies = /^(yahoo|hotmail|outlook|live|gmx|yandex|mail)\.[a-z]{2,3}(\.[a-z]{2})?$/

/** Returns whether a domain is a public email host, which never identifies an employer. */
export const isPublicMailHost = (domain: string): boolean =>
  domainAndParents(domain).some((name) => publicHosts.has(name) || publicFamilies.test(name))

const longestAddress = 320

/** Returns the domain in lower case, or null if the text is not an address. */
export function mailDomain(email: string): string | null {
  if (email.length > longestAddress) return null
  const match = /^[^\s@]+@([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z][a-z0-9-]*)$/.exec(email.trim().toLowerCase())
  return match?.[1] ?? null
}

/** Returns the domain and its parents: 'us.mail.ibm.com' → itself, 'mail.ibm.com', 'ibm.com'. */
export function domainAndParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_label, index) => labels.slice(index).join('.'))
}
