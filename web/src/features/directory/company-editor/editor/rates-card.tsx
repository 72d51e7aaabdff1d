import { companies, directory } from '@twofold/contract'
import { useApiMutation, useApiQuery } from '../../../../api/use-api.ts'
import { errorsOf, useForm } from '../../../../shared/form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { formatDay } from '../../../../ui/format.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { bodyOf, type EditorField, initialValuesOf, type Values } from './field-values.ts'
import { Fields } from './fields.tsx'

const fields: readonly EditorField[] = [
  { name: 'since', label: 'For gifts from', kind: 'date' },
  { name: 'cad_per_usd', label: 'Canadian dollars for US$1', placeholder: '1.37' },
  { name: 'source', label: 'Source', maxLength: 200 },
]
const blank = initialValuesOf(fields, {})
const rateOf = (values: Values) => ({
  ...bodyOf(fields, values),
  cad_per_usd: Number(values.cad_per_usd || Number.NaN),
})
const schema = companies.saveExchangeRate.body

/** The rates compare a gift with a policy in the other currency. */
export function RatesCard() {
  const { data, error, isPending, refetch } = useApiQuery(companies.listExchangeRates, {})
  const save = useApiMutation(companies.saveExchangeRate, {
    refreshes: [companies.listExchangeRates, directory.listDirectoryChanges],
  })
  const form = useForm<Values>(
    (values) => errorsOf(schema, rateOf(values)),
    blank,
    async (values) => {
      await save.mutateAsync({ body: schema.parse(rateOf(values)) })
      form.begin(blank)
      toast({ title: 'Rate saved', description: 'We’re rechecking open matches in the other currency.' })
    },
  )
  return (
    <Card>
      <CardTitle>Exchange rates</CardTitle>
      {isPending && <Loading text="Loading the rates..." />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <ul className="divide-y divide-hairline">
        {data?.exchange_rates.map((rate) => (
          <li key={rate.since} className="py-2 first:pt-0">
            <span className="font-semibold tabular-nums">US$1 = CA${rate.cad_per_usd}</span> for gifts from{' '}
            {formatDay(rate.since)}
            <span className="block text-sm break-words text-muted">
              {rate.source}
              {rate.entered_by && `, entered by ${rate.entered_by}`}
            </span>
          </li>
        ))}
      </ul>
      <form className="mt-4 space-y-4 border-t border-hairline pt-4" onSubmit={form.onSubmit}>
        {form.errors.root && <Notice tone="problem">{form.errors.root}</Notice>}
        <Fields fields={fields} form={form} />
        <Button type="submit" variant="secondary" busy={form.busy}>
          Save rate
        </Button>
      </form>
    </Card>
  )
}
