/**
 * Titles of documents in public repositories, by repository. The code host is not the publisher, and its file names mean nothing to a
 * donor.
 */
const titles: Readonly<Record<string, string>> = {
  'rennochj/proxy-statements': 'Proxy statement',
  'patronus-ai/financebench': 'Annual report',
  'datasets/WHATX': 'Annual report',
  'wikimedia/wikimedia-wordpress-annual-report-plugin': 'Wikimedia Foundation, annual report: matching donors',
  'manavm1990/bal-vihar': 'Bal Vihar of St. Louis, list of employers that match',
  'saayam-for-all/webapp': 'Saayam For All, employers on Benevity',
  'Rooster-Cogburn77/pawsnclaws-atx': 'Paws & Claws Austin, research on corporate partners',
  'ReemSoliman/ISOSProject': 'A nonprofit’s page about matching gifts',
  'Plant-for-the-Planet-org/planet-webapp': 'Plant-for-the-Planet, website',
  'ahoward/drawohara.io': 'A blog post',
}
const jobs = /salar|job|glassdoor|_ds_|quackhack|ds-practice|ds_|data[-_]?science|messy-dataset|career/i

/** Title of a document at github.com or huggingface.co, by the path of its address. */
export function titleOfHosted(pathname: string): string {
  const repository = pathname
    .split('/')
    .filter((part) => part !== '')
    .slice(0, 2)
    .join('/')
  return titles[repository] ?? (jobs.test(repository) ? 'Job advertisement' : 'A public document')
}
