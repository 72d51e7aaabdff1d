export { ClosedBanner } from './closed-banner.tsx'
export {
  dropdownLimit,
  OrganizationPicker,
  OrganizationSwitcher,
  useSwitchOrganization,
} from './organization-switcher.tsx'
export { PrintHeader } from './print-header.tsx'
export { SuperUserBanner } from './super-user-banner.tsx'
