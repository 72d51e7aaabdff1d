import { linkTo, screens, type search } from '@twofold/contract'
import { shortStatusNameOf } from '@twofold/matching'
import { Building, HandCoins, UserRound } from 'lucide-react'
import { matchUrl } from '../../features/donations/donations/index.ts'
import type { OrganizationLabel } from '../../shared/current-organization.tsx'
import { formatDay, formatMoney } from '../../ui/format.ts'
import { PaletteGroup, PaletteItem } from '../../ui/palette.tsx'

export function SearchResults({
  found,
  nameOf,
  onGo,
}: {
  found: search.SearchResults
  nameOf: OrganizationLabel | null
  onGo: (to: string) => void
}) {
  const { matches, donors, companies } = found
  return (
    <>
      {donors.length > 0 && (
        <PaletteGroup heading="Donors">
          {donors.map(({ id, name, email, organization_id, organization_name }) => (
            <PaletteItem
              key={id}
              id={`donor ${id}`}
              icon={UserRound}
              note={[name && email, nameOf?.({ id: organization_id, name: organization_name })]
                .filter(Boolean)
                .join(' · ')}
              onSelect={() => onGo(linkTo(screens.donor, { id }))}
            >
              {name || email}
            </PaletteItem>
          ))}
        </PaletteGroup>
      )}
      {matches.length > 0 && (
        <PaletteGroup heading="Matches">
          {matches.map(({ id, donor_name, amount, currency, donated_at, company_name, status_id }) => (
            <PaletteItem
              key={id}
              id={`match ${id}`}
              icon={HandCoins}
              note={[`#${id}`, formatDay(donated_at), company_name, shortStatusNameOf(status_id)]
                .filter(Boolean)
                .join(' · ')}
              onSelect={() => onGo(matchUrl(id))}
            >
              {donor_name}, {formatMoney(amount, currency)}
            </PaletteItem>
          ))}
        </PaletteGroup>
      )}
      {companies.length > 0 && (
        <PaletteGroup heading="Companies">
          {companies.map(({ id, name, also }) => (
            <PaletteItem
              key={id}
              id={`company ${id}`}
              icon={Building}
              note={also}
              onSelect={() => onGo(linkTo(screens.company, { companyId: id }))}
            >
              {name}
            </PaletteItem>
          ))}
        </PaletteGroup>
      )}
    </>
  )
}
