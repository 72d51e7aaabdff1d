import { companies, directory } from '@twofold/contract'
import { messageOf, refusedFields } from '../../../api/api-error.ts'
import { useAction, useAnswer } from '../../../api/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { errorsOf, useForm } from '../../../ui/form.ts'
import { formatDay } from '../../../ui/format.ts'
import { Loading } from '../../../ui/spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'

const blank = { since: '', cad_per_usd: '', source: '' }
const bodyOf = ({ since, cad_per_usd, source }: typeof blank) => ({
  since,
  cad_per_usd: Number(cad_per_usd || Number.NaN),
  source,
})

/** The rates by which a gift is held against a policy in the other dollar. */
export function RatesCard() {
  const { data, error, isPending, refetch } = useAnswer(companies.listExchangeRates, {})
  const keep = useAction(companies.keepExchangeRate, {
    refreshes: [companies.listExchangeRates, directory.listDirectoryChanges],
  })
  const form = useForm<typeof blank>(
    (values) => errorsOf(companies.keepExchangeRate.body, bodyOf(values)),
    blank,
    async (values) => {
      try {
        await keep.mutateAsync({ body: bodyOf(values) })
        form.begin(blank)
        toast({ title: 'Rate saved', description: 'Open matches in the other dollar are checked again.' })
        return {}
      } catch (problem) {
        toastError('Failed to save the rate.', messageOf(problem))
        return refusedFields(problem)
      }
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
            <span className="font-semibold tabular-nums">US$1 = CA${rate.cad_per_usd}</span>, for gifts from{' '}
            {formatDay(rate.since)} on
            <span className="block text-sm break-words text-muted">
              {rate.source}
              {rate.entered_by && `, entered by ${rate.entered_by}`}
            </span>
          </li>
        ))}
      </ul>
      <form className="mt-4 space-y-4 border-t border-hairline pt-4" onSubmit={form.onSubmit}>
        <Field name="since" label="For gifts from" error={form.errors.since}>
          <Input type="date" {...form.field('since')} />
        </Field>
        <Field name="cad_per_usd" label="Canadian dollars for US$1" error={form.errors.cad_per_usd}>
          <Input inputMode="decimal" placeholder="1.37" className="tabular-nums" {...form.field('cad_per_usd')} />
        </Field>
        <Field name="source" label="Where it is from" error={form.errors.source}>
          <Input maxLength={200} {...form.field('source')} />
        </Field>
        <Button type="submit" look="secondary" busy={form.busy}>
          Save rate
        </Button>
      </form>
    </Card>
  )
}
