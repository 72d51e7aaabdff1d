import { imports, linkTo, screens } from '@twofold/contract'
import { formatCount } from '../../../ui/format.ts'
import { HelpLink, HelpPage, HelpSection } from './help-page.tsx'

const { formats, megabytes, rows, undoHours } = imports.uploadLimits

export function Uploading() {
  return (
    <HelpPage title="Uploading">
      <HelpSection title="Your file">
        <ul>
          <li>
            Export gifts from your donation tool: {formats.join(', ')}, up to {formatCount(rows)} rows and {megabytes}{' '}
            MB.
          </li>
          <li>The first row has column headers. Any names and order work.</li>
          <li>We need the amount, the date, and the donor’s name or email.</li>
          <li>An employer column finds the most matches. Without one, we can ask donors by email.</li>
        </ul>
      </HelpSection>
      <HelpSection title="Upload it">
        <ol>
          <li>
            On <HelpLink to={linkTo(screens.donations, { upload: 'new' })}>Donations, press Upload</HelpLink> and choose
            the file.
          </li>
          <li>Check the columns, and answer our questions about unusual rows.</li>
          <li>Look at the matches and emails. Nothing is saved or sent before you confirm.</li>
        </ol>
      </HelpSection>
      <HelpSection title="Rows we skip">
        <ul>
          <li>Duplicates, so it’s safe to upload the same file again.</li>
          <li>Refunded, failed, pending and test payments, pledges, and money from employers.</li>
          <li>Rows with a problem. Fix them in the preview, or download them later and upload them again.</li>
        </ul>
      </HelpSection>
      <HelpSection title="Change your mind">
        <ul>
          <li>
            <HelpLink to={screens.uploads}>Uploads</HelpLink> lists every file. You can undo one for {undoHours} hours,
            unless an email about its gifts was sent.
          </li>
          <li>A newer file can update your gifts, for example with refunds. You see each change first.</li>
        </ul>
      </HelpSection>
    </HelpPage>
  )
}
