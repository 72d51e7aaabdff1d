import { policies, reports } from '@twofold/contract'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Field } from '../../../ui/field.tsx'
import { CompanySearch } from '../../core/companies/index.ts'
import type { ReportForm } from '../donations/index.ts'

export function useCompanyName(companyId: number | undefined): string {
  const { id } = useOrganization()
  const { data } = useApiQuery(
    policies.getOrganizationCompany,
    { params: { id, companyId: companyId ?? 0 } },
    { enabled: companyId !== undefined },
  )
  return companyId === undefined ? '' : (data?.company.name ?? '')
}

/** A chosen company covers every name the gifts use for it. */
export function CompanyFilter({ form }: { form: ReportForm }) {
  const { values, errors } = form
  const name = useCompanyName(values.companyId === '' ? undefined : Number(values.companyId))
  return (
    <Field
      name="companies.name"
      label={reports.labelOfColumn('companies.name')}
      hint={name ? `Only gifts from ${name} employees` : 'Type part of its name or choose one from the list'}
      error={errors['companies.name'] ?? errors.companyId}
    >
      <CompanySearch
        value={values['companies.name'] || name}
        placeholder=""
        onChoose={(chosen) => {
          if (chosen?.company_id) form.set({ companyId: String(chosen.company_id), 'companies.name': '' })
        }}
        onType={(text) => form.set({ 'companies.name': text, companyId: '' })}
      />
    </Field>
  )
}
