import { describe, expect, it } from 'vitest'
import { presentSource } from './present-source.ts'

describe('a source', () => {
  it.each([
    ['https://acme.example/giving/matching-gifts.html', 'From Matching gifts (acme.example), as of May 2022'],
    ['https://acme.example/p/1234567', 'From acme.example, as of May 2022'],
    [
      'https://github.com/rennochj/proxy-statements/blob/1/Quillon_DEF%2014A.pdf',
      'From a proxy statement, as of May 2022',
    ],
    // A code host is not a publisher, and its file names mean nothing to a donor.
    [
      'https://github.com/manavm1990/bal-vihar/blob/1/lib/static-page-content.ts',
      'From Bal Vihar of St. Louis, list of employers that match, as of May 2022',
    ],
    ['https://huggingface.co/datasets/WHATX/ESG_Report', 'From an annual report, as of May 2022'],
    ['https://github.com/somebody/ds_salary_proj/blob/1/jobs.csv', 'From a job posting, as of May 2022'],
    ['https://github.com/somebody', 'From a public document, as of May 2022'],
    ['https://docplayer.net/1234567', 'From a shared document, as of May 2022'],
    ['javascript:alert(1)', 'As of May 2022'],
  ])('%s becomes a title with its host and date', (address, text) => {
    expect(presentSource(address, '2022-05').source_text).toBe(text)
  })

  it.each([
    ['https://www.adobe.com/x1', 'Adobe', 'Adobe'],
    ['https://about.bankofamerica.com/giving/matching-gifts', 'Bank of America', 'Matching gifts (Bank of America)'],
    ['https://doublethedonation.com/adobe', 'Adobe', 'Double the Donation'],
    ['https://doublethedonation.com/apple-inc', 'Apple', 'Double the Donation'],
    [
      'https://docplayer.net/acme-guidelines-september-2010',
      'Acme',
      'Acme guidelines September 2010 (a shared document)',
    ],
    ['https://nonprofit.yourcause.com/a', 'Acme', 'YourCause'],
    ['https://info.example.org/acme-matching-gifts_1_571f44.html', 'Acme', 'Acme matching gifts (info.example.org)'],
    ['https://news.example.org/article_186ac458-68be-11ec-a196-5bb1d0550d77.html', 'Acme', 'news.example.org'],
    ['https://huggingface.co/datasets/WHATX/ESG_Report', '3M', '3M, annual report'],
    ['https://mmatters.example/3m', '3M', 'mmatters.example'],
  ])('%s about %s names its publisher', (address, company, title) => {
    expect(presentSource(address, '', company).source?.title).toBe(title)
  })
})
