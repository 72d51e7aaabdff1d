/** The current organization: its switcher, banners, and details. `shell/` determines which one is current. */

export { ClosedBanner } from './closed-banner.tsx'
export {
  OrganizationPicker,
  OrganizationSwitcher,
  pickedFrom,
  useSwitchOrganization,
} from './organization-switcher.tsx'
export { PrintHead } from './print-head.tsx'
export { SuperBanner } from './super-banner.tsx'
