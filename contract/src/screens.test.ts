import { expect, it } from 'vitest'
import { matchPagePath } from './public/public-match.ts'
import { isScreenPath, linkTo, screens } from './screens.ts'

it('fills the parts of a path and adds other parameters to the query', () => {
  expect(linkTo(screens.donorMatch, { matchId: 12, token: 'a&b' })).toBe('/donor-match-update/12?token=a%26b')
  expect(linkTo(screens.matchPage, { name: 'café / 1' })).toBe('/match/caf%C3%A9%20%2F%201')
  expect(linkTo(screens.donations, { status: 3, in: undefined, donor: '' })).toBe('/portal/donations?status=3')
  expect(linkTo(screens.dashboard)).toBe('/portal/')
})

it('has no two screens with the same path', () => {
  const paths = Object.values(screens)
  expect(new Set(paths.map((path) => path.replaceAll(/:\w+/g, ':'))).size).toBe(paths.length)
})

it('builds the path of the matching page from the name, with the first space as a dash', () => {
  expect(matchPagePath('Riverbend Food Bank')).toBe('/match/riverbend-food%20bank')
})

it('recognizes the paths of screens like the router', () => {
  for (const path of [
    '/',
    '/portal',
    '/portal/',
    '/portal/donations/',
    '/Portal/Donors/12',
    '/login',
    '/match/a%20b',
    '/companies',
  ])
    expect([path, isScreenPath(path)]).toEqual([path, true])
  for (const path of [
    '/nonsense',
    '/portal/nonsense',
    '/portal/donors/12/x',
    '/match',
    '/version',
    '/companies/x/y',
    '',
  ])
    expect([path, isScreenPath(path)]).toEqual([path, path === ''])
})
