import { directory } from '@twofold/contract'
import { deadlineInWords, type GiftKind, giftKindIds, giftKinds } from '@twofold/matching'
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
  /** The version to start from; null if nothing is known. */
  version: directory.PolicyVersion | null
  /** True corrects this version, including its dates; false creates a new version. */
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
  title: 'Source, and which gifts it covers',
  fields: [
    {
      name: 'source_url',
      label: 'Source',
      placeholder: 'https://…, or a call with its foundation',
      className: 'sm:col-span-2',
    },
    { name: 'as_of', label: 'Date of the source', optional: true, hint: 'Like 2026, 2026-03, or 2026-03-08' },
    {
      name: 'program',
      label: 'Matching program',
      options: { yes: 'Yes', no: 'No', unknown: 'Not known' },
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
      { name: 'ratio', label: 'Ratio, company : donor', optional: true, placeholder: 'like 1:1' },
      limit('min_amount', 'Minimum gift'),
      limit('max_per_gift', 'Maximum for one gift'),
      limit('max_per_year', 'Maximum a year'),
      limit('max_lifetime', 'Maximum in all'),
      {
        name: 'maximum_basis',
        label: 'Maximums are of',
        options: { match: 'what the company gives', gift: 'what the donor gives' },
      },
      { name: 'policy_year_start', label: 'Its year begins on', hint: 'Month and day, like 01-01' },
      { name: 'minimum_per_gift', label: 'Every gift has to reach the minimum by itself', kind: 'check' },
    ],
  },
  {
    title: 'Steps of the ratio',
    hint: 'Like 2:1 up to 500, then 1:1. The last step may have no end.',
    wide: true,
    fields: [
      {
        name: 'ratio_tiers',
        label: '',
        kind: 'rows',
        add: 'Add a step',
        columns: [
          { name: 'ratio', label: 'Ratio', kind: 'text' },
          { name: 'up_to', label: 'Up to' },
          { name: 'employee_type', label: 'For employees' },
          { name: 'category', label: 'For nonprofits' },
        ],
      },
      {
        name: 'tiers_run_through',
        label: 'The tiers start over with',
        className: 'sm:max-w-sm',
        options: { gift: 'every gift', year: 'every year: the donor’s gifts of a year count together' },
      },
    ],
  },
  {
    title: 'Exceptions for some donors or gifts',
    hint: 'Like retirees, at most 5,000 a year.',
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
          { name: 'max_per_gift', label: 'Maximum, one gift' },
          { name: 'max_per_year', label: 'Maximum a year' },
        ],
      },
    ],
  },
  {
    title: 'Who can take part, and which gifts',
    fields: [
      {
        name: 'eligible_employees',
        label: 'Who may take part',
        optional: true,
        hint: 'One per line: full-time, part-time, retirees, spouses… “board members” alone is a program for directors only.',
      },
      {
        name: 'eligible_nonprofits',
        label: 'Which nonprofits',
        optional: true,
        hint: 'One per line, by category or kind, like colleges and universities',
      },
      {
        name: 'excluded_nonprofits',
        label: 'Which are left out',
        optional: true,
        hint: 'One per line, like religious or political',
      },
      {
        name: 'gift_kinds',
        label: 'Gifts that it names as matched, beside money and stock',
        kind: 'set',
        className: 'sm:col-span-2 lg:col-span-3',
        options: giftKindIds.filter((id) => !alwaysOrNever.includes(id)).map((id) => [id, giftKinds[id]]),
      },
      {
        name: 'deductible_part_only',
        label: 'Matches the deductible part only',
        options: { unknown: 'unknown: the deductible part counts', yes: 'yes', no: 'no: the full amount counts' },
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
  link('submission_url', 'Address of its portal'),
  link('guide_url', 'Program page or guidelines'),
  link('form_url', 'Address of its form'),
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
    label: 'Volunteered time',
    optional: true,
    hint: 'yes, no, per_hour:10, or block:250/25',
  },
  { name: 'form_needs_nonprofit', label: 'The nonprofit has to sign its form as well', kind: 'check' },
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

/** Edits a policy version. A new version needs a new source and new dates. */
export default function PolicyDialog({ company, version, corrects, onClose }: Props) {
  const { company_id: companyId, name, time_zone: timeZone } = company.company
  const how = useRequestMethodFields(version?.csr_platform)
  const save = useApiMutation(directory.saveDirectoryPolicy, {
    refreshes: [directory.getDirectoryCompany, directory.listDirectoryChanges],
  })
  const deadlineSection: EditorSection = {
    title: 'Until when',
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
  const news = corrects ? {} : { source_url: '', as_of: '', valid_from: null, valid_to: null }
  return (
    <EditorDialog
      width="wide"
      title={corrects ? `Correct the policy of ${name}` : `New policy of ${name}`}
      description="Leave blank what is not known; 0 means that there is none."
      sections={[
        sourceSection,
        ...matchSections,
        deadlineSection,
        { title: 'How to ask', fields: [...how, ...askFields] },
      ]}
      shape={directory.policyForm}
      more={{ replaces: corrects && version ? version.id : null }}
      start={{ ...(version ?? blank), ...news }}
      look={(body) => call(directory.reviewDirectoryPolicy, { params: { companyId }, body })}
      show={(review) => <ChangeReview review={review} />}
      action="Save policy"
      save={async (body) => {
        await save.mutateAsync({ params: { companyId }, body })
        toast({ title: 'Policy saved', description: 'Open matches are checked again now.' })
      }}
      failed={directory.directoryMessages.policyFailed}
      onClose={onClose}
    />
  )
}

function Deadline({ rule, timeZone }: { rule: string; timeZone: string }) {
  const words = deadlineInWords(rule || null)
  return (
    <div role="status">
      {words !== '' && <p>The match has to be requested {words}.</p>}
      {deadlineExamples(rule, timeZone, session.serverNow().getFullYear()).map((example) => (
        <p key={example} className="text-muted">
          {example}
        </p>
      ))}
    </div>
  )
}
