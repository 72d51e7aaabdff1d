import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/** Stripe usually reports a card within seconds. After this time the plan shows as waiting until a reload. */
const confirmTimeoutMs = 60_000
const pollMs = 2_000

export type CheckoutReturn = ReturnType<typeof useCheckoutReturn>

/** Reads the result from the return address, then removes it from there. */
export function useCheckoutReturn() {
  const [search, setSearch] = useSearchParams()
  const [{ chosen, trouble }] = useState({ chosen: search.get('chosen'), trouble: search.get('provider') })
  const [isWaiting, setWaiting] = useState(chosen !== null)
  useEffect(() => {
    if (search.has('chosen') || search.has('provider')) setSearch({}, { replace: true })
  }, [search, setSearch])
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setWaiting(false), confirmTimeoutMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  const isConfirming = (plan: string | undefined): boolean => isWaiting && plan !== undefined && plan === chosen
  return {
    chosen,
    trouble,
    isConfirming,
    everyMs: (waiting: string | undefined): number | false => (isConfirming(waiting) ? pollMs : false),
  }
}
