import { actingGroupIds, actingGroupLabels, actingGroupOf, statuses, statusSteps } from '@twofold/matching'
import { StatusBadge } from './status-badge.tsx'

export function StatusList() {
  return actingGroupIds.map((group) => (
    <section key={group} className="mb-6 last:mb-0">
      <h3 className="mb-2 text-lg font-semibold">{actingGroupLabels[group]}</h3>
      <dl className="space-y-4">
        {statuses
          .filter(({ id }) => actingGroupOf(id) === group)
          .map(({ id, label }) => (
            <div key={id}>
              <dt className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <StatusBadge statusId={id} short />
                <span className="text-sm text-muted">{label}</span>
              </dt>
              <dd className="mt-1">{statusSteps[id]}</dd>
            </div>
          ))}
      </dl>
    </section>
  ))
}
