/** The current organization: its switcher, banners, and details. `shell/` determines which one is current. */

export { ClosedBanner } from './closed-banner.tsx'
export {
  dropdownLimit,
  OrganizationPicker,
  OrganizationSwitcher,
  useSwitchOrganization,
} from './organization-switcher.tsx'
export { PrintHeader } from './print-header.tsx'
export { SuperUserBanner } from './super-user-banner.tsx'
