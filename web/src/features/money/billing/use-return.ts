import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/** Stripe tells of a card within seconds; later the page says that the plan waits, and is right again when it is opened anew. */
const patienceMs = 60_000
const askedEveryMs = 2_000

export type Return = ReturnType<typeof useReturn>

/** With what somebody comes back from the address of a plan or of the payment provider; the address forgets it at once. */
export function useReturn() {
  const [search, setSearch] = useSearchParams()
  const [{ chosen, trouble }] = useState({ chosen: search.get('chosen'), trouble: search.get('provider') })
  const [isPatient, setPatient] = useState(chosen !== null)
  useEffect(() => {
    if (search.has('chosen') || search.has('provider')) setSearch({}, { replace: true })
  }, [search, setSearch])
  useEffect(() => {
    if (!isPatient) return
    const timer = setTimeout(() => setPatient(false), patienceMs)
    return () => clearTimeout(timer)
  }, [isPatient])
  const isConfirming = (plan: string | undefined): boolean => isPatient && plan !== undefined && plan === chosen
  return {
    chosen,
    trouble,
    /** A card was left for this plan, and the provider has not told of it yet. */
    isConfirming,
    everyMs: (waiting: string | undefined): number | false => (isConfirming(waiting) ? askedEveryMs : false),
  }
}
