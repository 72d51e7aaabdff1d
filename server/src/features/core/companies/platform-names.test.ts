import { isNoPersonName, isOrganizationName, readGiftKind } from '@twofold/matching'
import { expect, test } from 'vitest'
import { editionOf, readDirectoryFiles } from './directory-files.ts'

test('no platform of the directory is taken for a person who could have an employer', async () => {
  const { platforms } = editionOf(await readDirectoryFiles())
  const names = platforms.flatMap(({ name, aliases, payer_names }) => [name, ...aliases, ...payer_names])
  expect(names.length).toBeGreaterThan(80)
  const asked = names.filter(
    (name) => !isOrganizationName(name) && readGiftKind({ giver: name }) === 'money' && !isNoPersonName(name),
  )
  expect(asked).toEqual([])
})
