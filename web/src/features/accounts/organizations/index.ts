/** The organization in hand as its people see it: which one, how it stands, and its details. Which one it is knows `shell/`. */

export { ClosedBanner } from './closed-banner.tsx'
export {
  OrganizationPicker,
  OrganizationSwitcher,
  pickedFrom,
  useSwitchOrganization,
} from './organization-switcher.tsx'
export { PrintHead } from './print-head.tsx'
export { SuperBanner } from './super-banner.tsx'
