import { describe, expect, it } from 'vitest'
import { presentSource } from './present-source.ts'

describe('a source', () => {
  it.each([
    ['https://acme.example/giving/matching-gifts.html', 'From Matching gifts (acme.example), as of May 2022'],
    ['https://acme.example/p/1234567', 'From acme.example, as of May 2022'],
    ['https://github.com/x/y/blob/1/Quillon_DEF%2014A.pdf', 'From Quillon DEF 14A.pdf, as of May 2022'],
    // What a program or a table is called tells a donor nothing.
    [
      'https://github.com/somebody/bal-vihar/blob/1/lib/static-page-content.ts',
      'From Bal vihar (github.com), as of May 2022',
    ],
    ['https://huggingface.co/datasets/somebody/ESG_Report', 'From ESG Report (huggingface.co), as of May 2022'],
    ['https://github.com/somebody', 'From github.com, as of May 2022'],
    ['javascript:alert(1)', 'As of May 2022'],
  ])('%s reads as a title with its place and date', (address, text) => {
    expect(presentSource(address, '2022-05').source_text).toBe(text)
  })
})
