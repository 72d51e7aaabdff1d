import { directory } from '@twofold/contract'
import { formatDeadline, type GiftKind, giftKindIds, giftKinds, possessive } from '@twofold/matching'
import { call } from '../../../../api/client.ts'
import { session } from '../../../../api/session.ts'
import { useApiMutation } from '../../../../api/use-api.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { ChangeReview } from './change-review.tsx'
import { deadlineExamples } from './deadline-examples.ts'
import { EditorDialog, type EditorSection } from './editor-dialog.tsx'
import type { EditorField, Values } from './field-values.ts'
import { useRequestMethodFields } from './request-method-fields.ts'

type Props = {
  company: directory.DirectoryCompany
  version: directory.PolicyVersion | null
  /** False creates a new version. */
  corrects: boolean
  onClose: () => void
}

/** Kinds without an option: a policy need not name the first two and can never match the others. */
const alwaysOrNever: readonly GiftKind[] = [
  'money',
  'stock',
  'pledge',
  'employer_match',
  'grant',
  'organization',
  'deceased',
]

const limit = (name: string, label: string): EditorField => ({
  name,
  label: ({ currency }) => `${label} (${currency})`,
  optional: true,
})
const link = (name: string, label: string): EditorField => ({ name, label, optional: true, placeholder: 'https://…' })

const sourceSection: EditorSection = {
  title: 'Source and dates',
  fields: [
    {
      name: 'source_url',
      label: 'Source',
      placeholder: 'https://…, or a call with its foundation',
      className: 'sm:col-span-2',
    },
    { name: 'as_of', label: 'Source date', optional: true, hint: 'Like 2026, 2026-03, or 2026-03-08' },
    {
      name: 'program',
      label: 'Matching program',
      options: { yes: 'Yes', no: 'No', unknown: 'Unknown' },
    },
    { name: 'valid_from', label: 'For gifts from', kind: 'date', optional: true },
    { name: 'valid_to', label: 'For gifts until', kind: 'date', optional: true },
  ],
}

const matchSections: readonly EditorSection[] = [
  {
    title: 'What it matches',
    fields: [
      {
        name: 'currency',
        label: 'Currency',
        options: { USD: 'US dollars', CAD: 'Canadian dollars' },
      },
      { name: 'ratio', label: 'Ratio (company : donor)', optional: true, placeholder: 'like 1:1' },
      limit('min_amount', 'Minimum gift'),
      limit('max_per_gift', 'Maximum per gift'),
      limit('max_per_year', 'Maximum per year'),
      limit('max_lifetime', 'Lifetime maximum'),
      {
        name: 'maximum_basis',
        label: 'Maximums limit',
        options: { match: 'what the company gives', gift: 'what the donor gives' },
      },
      { name: 'policy_year_start', label: 'Policy year starts', hint: 'Month and day, like 01-01' },
      { name: 'minimum_per_gift', label: 'Each gift must reach the minimum', kind: 'check' },
    ],
  },
  {
    title: 'Ratio tiers',
    hint: 'Like 2:1 up to 500, then 1:1. The last tier can be open-ended.',
    wide: true,
    fields: [
      {
        name: 'ratio_tiers',
        label: '',
        kind: 'rows',
        add: 'Add a tier',
        columns: [
          { name: 'ratio', label: 'Ratio', kind: 'text' },
          { name: 'up_to', label: 'Up to' },
          { name: 'employee_type', label: 'For employees' },
          { name: 'category', label: 'For nonprofits' },
        ],
      },
      {
        name: 'tiers_run_through',
        label: 'Tiers apply',
        className: 'sm:max-w-sm',
        options: { gift: 'per gift', year: 'per year, all of the donor’s gifts combined' },
      },
    ],
  },
  {
    title: 'Exceptions for some donors or gifts',
    hint: 'Like retirees, up to 5,000 per year.',
    wide: true,
    fields: [
      {
        name: 'exceptions',
        label: '',
        kind: 'rows',
        add: 'Add an exception',
        columns: [
          { name: 'employee_type', label: 'For employees' },
          { name: 'category', label: 'For nonprofits' },
          { name: 'ratio', label: 'Ratio' },
          { name: 'min_amount', label: 'Minimum' },
          { name: 'max_per_gift', label: 'Maximum per gift' },
          { name: 'max_per_year', label: 'Maximum per year' },
        ],
      },
    ],
  },
  {
    title: 'Eligibility',
    fields: [
      {
        name: 'eligible_employees',
        label: 'Eligible employees',
        optional: true,
        hint: 'One per line: full-time, part-time, retirees, spouses… Only “board members” means a program for directors.',
      },
      {
        name: 'eligible_nonprofits',
        label: 'Eligible nonprofits',
        optional: true,
        hint: 'One per line, by category or kind, like colleges and universities',
      },
      {
        name: 'excluded_nonprofits',
        label: 'Excluded nonprofits',
        optional: true,
        hint: 'One per line, like religious or political',
      },
      {
        name: 'gift_kinds',
        label: 'Also matched, besides money and stock',
        kind: 'set',
        className: 'sm:col-span-2 lg:col-span-3',
        options: giftKindIds.filter((id) => !alwaysOrNever.includes(id)).map((id) => [id, giftKinds[id]]),
      },
      {
        name: 'deductible_part_only',
        label: 'Matches only the tax-deductible part',
        options: { unknown: 'unknown (treated as yes)', yes: 'yes', no: 'no, the full amount' },
      },
      {
        name: 'own_site_only',
        label: 'Only gifts made on the company’s own giving site or through payroll',
        kind: 'check',
        className: 'lg:col-span-2',
      },
    ],
  },
]

const askFields: readonly EditorField[] = [
  link('submission_url', 'Portal address'),
  link('guide_url', 'Program page or guidelines'),
  link('form_url', 'Form address'),
  { name: 'contact_email', label: 'Email address', optional: true },
  {
    name: 'contact_address',
    label: 'Postal address',
    optional: true,
    maxLength: 500,
    className: 'sm:col-span-2',
  },
  {
    name: 'volunteer_grant',
    label: 'Volunteer grant',
    optional: true,
    hint: 'yes, no, per_hour:10, or block:250/25',
  },
  { name: 'form_needs_nonprofit', label: 'The nonprofit also signs the form', kind: 'check' },
]

const blank = {
  program: 'yes',
  tiers_run_through: 'gift',
  maximum_basis: 'match',
  deductible_part_only: 'unknown',
  currency: 'USD',
  form_needs_nonprofit: true,
  policy_year_start: '01-01',
} satisfies Partial<directory.PolicyTerms>

/** A new version needs a new source and new dates. */
export default function PolicyDialog({ company, version, corrects, onClose }: Props) {
  const { company_id: companyId, name, time_zone: timeZone } = company.company
  const requestFields = useRequestMethodFields(version?.csr_platform)
  const save = useApiMutation(directory.saveDirectoryPolicy, {
    refreshes: [directory.getDirectoryCompany, directory.listDirectoryChanges],
  })
  const deadlineSection: EditorSection = {
    title: 'Deadline',
    wide: true,
    fields: [
      {
        name: 'deadline_rule',
        label: 'Deadline rule',
        optional: true,
        hint: 'days:90 · months:6 · year_end · year_end+31 · quarter_end+30 · fiscal_year_end:06-30+15 · date:01-31 · window:2027-01-31',
      },
    ],
    below: ({ deadline_rule: rule }: Values) => <Deadline rule={String(rule)} timeZone={timeZone} />,
  }
  const clearedSource = corrects ? {} : { source_url: '', as_of: '', valid_from: null, valid_to: null }
  return (
    <EditorDialog
      width="wide"
      title={corrects ? `Correct ${possessive(name)} policy` : `New policy for ${name}`}
      description="Leave unknown fields blank. Enter 0 for no limit."
      sections={[
        sourceSection,
        ...matchSections,
        deadlineSection,
        { title: 'How to request', fields: [...requestFields, ...askFields] },
      ]}
      schema={directory.policyForm}
      fixedValues={{ replaces: corrects && version ? version.id : null }}
      start={{ ...(version ?? blank), ...clearedSource }}
      preview={(body) => call(directory.reviewDirectoryPolicy, { params: { companyId }, body })}
      showReview={(review) => <ChangeReview review={review} />}
      action="Save policy"
      save={async (body) => {
        await save.mutateAsync({ params: { companyId }, body })
        toast({ title: 'Policy saved', description: 'We’re rechecking open matches.' })
      }}
      failed={directory.directoryMessages.policyFailed}
      onClose={onClose}
    />
  )
}

function Deadline({ rule, timeZone }: { rule: string; timeZone: string }) {
  const deadlineText = formatDeadline(rule || null)
  return (
    <div role="status">
      {deadlineText !== '' && <p>Donors must request the match {deadlineText}.</p>}
      {deadlineExamples(rule, timeZone, session.serverNow().getFullYear()).map((example) => (
        <p key={example} className="text-muted">
          {example}
        </p>
      ))}
    </div>
  )
}
