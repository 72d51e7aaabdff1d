const publishers: Readonly<Record<string, string>> = {
  'borgenproject.org': 'The Borgen Project',
  'canadahelps.org': 'CanadaHelps',
  'careersdocbox.com': 'A shared document',
  'cecp.co': 'CECP',
  'charitableimpact.com': 'Charitable Impact',
  'charities.org': 'America’s Charities',
  'cybergrants.com': 'CyberGrants',
  'benevity.org': 'Benevity',
  'docplayer.net': 'A shared document',
  'docslib.org': 'A shared document',
  'docstoc.com': 'A shared document',
  'doublethedonation.com': 'Double the Donation',
  'easymatch.com': 'EasyMatch',
  'forbesafrica.com': 'Forbes Africa',
  'givinga.app': 'Givinga',
  'globalgiving.org': 'GlobalGiving',
  'hrreporter.com': 'Canadian HR Reporter',
  'huffpost.com': 'HuffPost',
  'nonprofitquarterly.org': 'Nonprofit Quarterly',
  'nwsource.com': 'The Seattle Times',
  'paperzz.com': 'A shared document',
  'philanthropynewsdigest.org': 'Philanthropy News Digest',
  'pinkaloo.com': 'Pinkaloo',
  'prairieviewpartners.com': 'Prairie View Partners',
  'sageridge.org': 'Sage Ridge School',
  'sec.gov': 'U.S. Securities and Exchange Commission',
  'silvercross.org': 'Silver Cross Hospital',
  'studylib.net': 'A shared document',
  'submittable.com': 'Submittable',
  'vdocuments.mx': 'A shared document',
  'vibdoc.com': 'A shared document',
  'washingtonpost.com': 'The Washington Post',
  'workplacegiving.org.au': 'Workplace Giving Australia',
  'wwd.com': 'WWD',
  'yourcause.com': 'YourCause',
}

export function publisherAt(host: string, company: string): string {
  const domain = host.replace(/^www[\w-]*\./, '')
  if (isOwnHost(domain, company)) return company
  const parts = domain.split('.')
  const known = parts.map((_, at) => publishers[parts.slice(at).join('.')]).find((name) => name !== undefined)
  return known ?? domain
}

const shortestName = 4

/** Compares letters only: `about.bankofamerica.com` is Bank of America’s, `cumminsmatchinggifts.com` is Cummins’s. */
function isOwnHost(host: string, company: string): boolean {
  const parts = host.split('.')
  const label = lettersOf(parts.at(-2)?.length === 2 && parts.length > 2 ? parts.at(-3) : parts.at(-2))
  const name = lettersOf(company)
  if (label === '' || name === '') return false
  return (
    label === name ||
    (name.length >= shortestName && label.startsWith(name)) ||
    (label.length >= shortestName && name.startsWith(label))
  )
}

const lettersOf = (text = ''): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
