import { describe, expect, it } from 'vitest'
import { incompleteSteps, nextStep, type SetupOrganization, setupView } from './setup-steps.ts'

const readyOrganization: SetupOrganization = {
  name: 'Riverbend Food Bank',
  type: 'non-profit',
  phone: '+1 217 555 0142',
  mission: 'Nobody goes to bed hungry.',
  url: 'https://riverbend.example',
  address_id: 1,
  category_id_array: [19],
  file_logo: '/api/logo/1',
  is_premium: 'elig_5',
  needed: [],
  complete: false,
  parent_complete: false,
  onboarded: null,
  just_onboarded: false,
  rule_deactivated: false,
  cancelled_at: null,
}
const blank: SetupOrganization = {
  ...readyOrganization,
  phone: '',
  mission: '',
  url: '',
  address_id: null,
  category_id_array: [],
  file_logo: null,
  is_premium: null,
  needed: ['billing_contact', 'donor_contact'],
}
const namesOf = (organization: SetupOrganization) => incompleteSteps(organization).map(({ name }) => name)

describe('the steps', () => {
  it('appear in order, each with its link', () => {
    expect(incompleteSteps(blank).map(({ name, to }) => [name, to])).toEqual([
      ['details', '/portal/organization-details'],
      ['categories', '/portal/organization-details?tab=categories'],
      ['communication', '/portal/organization-details?tab=contact'],
      ['address', '/portal/organization-details?tab=address'],
      ['documents', '/portal/organization-details?tab=files'],
      ['billing', '/portal/billing'],
    ])
  })

  it('are empty when everything is complete', () => {
    expect(incompleteSteps(readyOrganization)).toEqual([])
  })

  it.each(['name', 'phone', 'mission', 'url'] as const)('include details when %s is empty', (field) => {
    expect(namesOf({ ...readyOrganization, [field]: ' ' })).toEqual(['details'])
  })

  it('link a missing phone to the tab with its field', () => {
    expect(incompleteSteps({ ...readyOrganization, phone: '' })[0]?.to).toBe('/portal/organization-details?tab=contact')
  })

  it('do not ask a chapter for categories or a logo', () => {
    expect(namesOf({ ...blank, type: 'chapter' })).toEqual(['details', 'communication', 'address', 'billing'])
    expect(namesOf({ ...blank, type: 'edu-pto' })).toContain('categories')
  })

  it.each(['billing_contact', 'donor_contact'] as const)('include communication when the %s is needed', (contact) => {
    expect(namesOf({ ...readyOrganization, needed: [contact] })).toEqual(['communication'])
  })

  it.each([null, ''])('include billing while the plan is %j', (is_premium) => {
    expect(namesOf({ ...readyOrganization, is_premium })).toEqual(['billing'])
  })

  it('do not include billing for a chapter whose parent pays', () => {
    expect(namesOf({ ...readyOrganization, type: 'chapter', is_premium: 'parent' })).toEqual([])
  })
})

it('are empty for a chapter whose parent is set up, and complete if the parent is not', () => {
  const chapter: SetupOrganization = { ...blank, type: 'chapter', is_premium: 'parent', needed: ['donor_contact'] }
  expect([namesOf({ ...chapter, parent_complete: true }), setupView({ ...chapter, parent_complete: true })]).toEqual([
    [],
    'nothing',
  ])
  expect(namesOf(chapter)).toEqual(['details', 'communication', 'address'])
})

describe('the widget', () => {
  it.each([
    [{ complete: false }, 'steps'],
    [{ complete: true, is_premium: null, onboarded: '2020-01-01T00:00:00Z' }, 'steps'],
    [{ complete: true, onboarded: null }, 'welcome'],
    [{ complete: true, onboarded: '2026-06-14T14:00:00.000Z', just_onboarded: true }, 'welcome'],
    [{ complete: true, onboarded: '2026-06-14T13:59:59.999Z' }, 'nothing'],
    [{ complete: false, cancelled_at: '2026-06-14T14:00:00.000Z' }, 'nothing'],
    [{ complete: false, rule_deactivated: true }, 'nothing'],
    [{ complete: true, is_premium: 'parent', onboarded: '2026-06-15T13:00:00Z', just_onboarded: true }, 'welcome'],
  ])('for %j shows %s', (columns, view) => {
    expect(setupView({ ...readyOrganization, ...columns })).toBe(view)
  })
})

it('continues with a step on another screen', () => {
  const path = '/portal/organization-details'
  expect(nextStep(blank, path)?.name).toBe('categories')
  expect(nextStep(blank, `${path}?tab=categories`)?.name).toBe('details')
  expect(nextStep({ ...readyOrganization, mission: '' }, path)).toBeNull()
  expect(nextStep(readyOrganization, path)).toBeNull()
})
